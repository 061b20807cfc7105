// act.js: what a click means. Works from the server's list of legal actions alone: each names its pieces and places,
// and its verb's role says what it is for (docs/table-api.md), so the same few rules serve every game.
// @ts-check

/** @typedef {{do: string, label: string, verb: string, role: string, units: string[], places: string[], facings?: string[], words?: string[], needless?: string, about?: string[]}} Action about: commanders of formations that it names in words */

/** These end what has been begun, or pass. @param {Action} a */
export const ends = (a) => a.role === 'end' || a.role === 'decline';
/** Nearly always possible, and rings no piece. @param {Action} a */
export const quiet = (a) => a.role === 'arrange';
/** How a piece stands: offered around it on the board. @param {Action} a */
export const posing = (a) => a.role === 'turn' || a.role === 'form';
/** One piece does it for another, and nothing else tells it from others of its verb. @param {Action} a */
export const paired = (a) => a.role === 'act' && a.units.length === 2 && !a.places.length && !a.words;
/** It would change nothing now, and nobody is pressed to do it. @param {Action} a */
export const needless = (a) => !!a.needless;
/** A part of what is put together: done at once, the sum is shown beside it. @param {Action} a */
export const part = (a) => a.role === 'target' || a.role === 'join';

/** @param {Action[]} pairs */
function hubs(pairs) {
    const [a, b] = [0, 1].map((i) => new Set(pairs.map((x) => x.units[i])));
    return pairs.length > 1 ? a.size <= b.size ? a : b : new Set();
}

export class Choices {
    /** @param {Action[]} legal @param {Map<string, string>} [heads] who commands a formation */
    constructor(legal, heads) {
        this.legal = legal;
        /** @type {Map<string, Action[]>} */
        this.units = new Map();
        /** @type {Map<string, Action[]>} */
        this.places = new Map();
        for (const a of legal) {
            a.about = /** @type {string[]} */ ((heads && a.words || []).map((w) => heads?.get(w)).filter(Boolean));
            for (const u of new Set([...a.units, ...a.about]))
                this.units.set(u, [...(this.units.get(u) || []), a]);
            if (a.places.length)
                this.places.set(a.places[0], [...(this.places.get(a.places[0]) || []), a]);
        }
        this.bare = legal.filter((a) => !a.units.length && !a.places.length);
        /** Of those who do something for others, or for whom others do: whichever are fewer. @type {Set<string>} */
        this.hubs = hubs(legal.filter(paired));
    }

    /** What it could do for whom, or who for it: by the other piece. @param {string|null} unit @returns {Map<string, Action>} */
    mates(unit) {
        const theirs = (unit && this.hubs.has(unit) && this.units.get(unit) || []).filter(paired);
        return new Map(theirs.map((a) => [/** @type {string} */ (a.units.find((u) => u !== unit) || unit), a]));
    }

    /** Who has a ring: whoever something can be done with; of pairs the few, and the others when one of the few is chosen. @param {string|null} chosen @returns {Set<string>} */
    open(chosen) {
        const mates = this.mates(chosen), out = new Set([...this.units].filter(([u, acts]) => acts.some((a) => !quiet(a) && (!paired(a) || !this.hubs.size || this.hubs.has(u)))).map(([u]) => u));
        for (const u of mates.keys())
            out.add(u);
        return out;
    }

    /** The one piece that all places are offered to, if there is one; or who was chosen before, if it can still turn or form. @param {string|null} [before] */
    subject(before) {
        if (before && this.units.get(before)?.some(posing))
            return before;
        const who = new Set(this.legal.filter((a) => a.places.length && a.units.length).map((a) => a.units[0]));
        const others = this.legal.some((a) => a.places.length && !a.units.length);
        return who.size === 1 && !others ? /** @type {string} */ ([...who][0]) : null;
    }

    /** Is this piece, or any, on the march? @param {string|null} [unit] */
    marching(unit) {
        return this.legal.some((a) => a.role === 'march' && (!unit || a.units[0] === unit));
    }

    /** What may be done besides ending it and putting things in order. */
    get positive() { return this.legal.filter((a) => !ends(a) && !quiet(a)); }

    /** What ends the present step, if anything does. */
    get ender() { return this.bare.find(ends); }

    /** What carries out what has been put together, if there is something. */
    get whole() { return this.bare.find((a) => a.role === 'declare'); }

    /** @param {string} unit */
    picker(unit) {
        return (this.units.get(unit) || []).find((a) => a.role === 'pick' && !a.places.length);
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
}
