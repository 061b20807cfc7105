// act.js: what a click means. Works from the server's list of legal actions alone: each names its units
// and places, so the same few rules serve every game.
// @ts-check

/** @typedef {{do: string, label: string, verb: string, units: string[], places: string[]}} Action */

/**
 * A prompt may end with what "done" means, for those who type: "Attack 0910 now? done: no". The page has a button
 * for it. @param {string} prompt
 */
export function spoken(prompt) {
    const m = /^(.*?)[;,]?(?: then)? done(?:: (.*)| .*)?$/s.exec(prompt);
    return { words: m ? m[1] : prompt, done: m?.[2] || '' };
}

export class Choices {
    /** @param {Action[]} legal @param {any} mod */
    constructor(legal, mod) {
        this.legal = legal;
        this.mod = mod;
        /** @type {Map<string, Action[]>} */
        this.units = new Map();
        /** @type {Map<string, Action[]>} */
        this.places = new Map();
        for (const a of legal) {
            for (const u of new Set(a.units))
                this.units.set(u, [...(this.units.get(u) || []), a]);
            if (a.places.length)
                this.places.set(a.places[0], [...(this.places.get(a.places[0]) || []), a]);
        }
        this.bare = legal.filter((a) => !a.units.length && !a.places.length);
    }

    /** The one piece that all places are offered to, if there is one. */
    subject() {
        const who = new Set(this.legal.filter((a) => a.places.length && a.units.length).map((a) => a.units[0]));
        const others = this.legal.some((a) => a.places.length && !a.units.length);
        return who.size === 1 && !others ? /** @type {string} */ ([...who][0]) : null;
    }

    /** @param {string} unit */
    picker(unit) {
        return (this.units.get(unit) || []).find((a) => this.mod.pickers.includes(a.verb) && !a.places.length);
    }

    /** What a click on a place can mean, given the chosen piece. @param {string} place @param {string|null} unit */
    at(place, unit) {
        const all = this.places.get(place) || [];
        const own = unit ? all.filter((a) => a.units.includes(unit)) : [];
        return own.length ? own.concat(all.filter((a) => !a.units.length)) : all.filter((a) => !unit || !a.units.length || !this.units.has(unit) || this.subject() !== unit || !own.length);
    }

    /** Buttons for a chosen piece. @param {string} unit */
    of(unit) {
        return (this.units.get(unit) || []).filter((a) => !a.places.length);
    }

    /** By verb, in the order of the list. @returns {[string, Action[]][]} */
    groups() {
        /** @type {Map<string, Action[]>} */
        const by = new Map();
        for (const a of this.legal)
            by.set(a.verb, [...(by.get(a.verb) || []), a]);
        return [...by];
    }

    /**
     * The words of an action that is not in the list, made after one that is: to ask why not.
     * @param {string|null} unit @param {string|null} place @returns {string|null}
     */
    like(unit, place) {
        const fits = (/** @type {Action} */ a) => (!place || a.places.length > 0) && (!unit || a.units.length > 0);
        const a = this.legal.find((x) => fits(x) && unit && x.units[0] === unit) || this.legal.find((x) => fits(x) && (!!unit === x.units.length > 0)) || this.legal.find(fits);
        if (!a)
            return unit && place ? `march ${unit} ${place}` : null;
        const words = a.do.split(' ');
        return words.map((w) => unit && w === a.units[0] ? unit : place && w === a.places[0] ? place : w).join(' ');
    }
}
