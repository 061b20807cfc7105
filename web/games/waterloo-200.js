// waterloo-200.js: how Waterloo 200 looks: upright blocks on areas, impulses, morale, the bag.
// @ts-check
import { block, LIVERY } from '../counters.js';
import { generic, inWords } from './generic.js';

/** @type {Record<string, string>} */
const COLOUR = { 'orange': '#f0821c', 'green': '#10806a', 'yellow': '#e8d94f', 'pink': '#e1a2cd', 'brown': '#6b4526', 'blue': '#1f4f9c', 'light-blue': '#9ed5eb', 'red': '#b92a20', 'none': '#f2c94c' };
/** @type {Record<string, string>} */
const ARMY = { french: 'french', british: 'adg', prussian: 'prussian' };
/** @type {Record<string, string>} */
const TITLE = { french: 'French', allied: 'Allied', british: 'British', prussian: 'Prussian' };
/** @type {Record<string, string>} */
const FIGURE = { infantry: 'inf', cavalry: 'cav', artillery: 'gun', 'foot artillery': 'gun', 'horse artillery': 'horsegun', tactical: 'corps', strategic: 'army', guard: 'infguard' };
const FROM = ['11.30 a.m.', '1 p.m.', '3 p.m.', '5 p.m.', '7 p.m.'];
const sideOf = (/** @type {string} */ f) => f === 'french' ? 'french' : 'allied';

/** @type {any} */
export default {
    ...generic,
    hero: 'Upright blocks on areas: nobody knows what stands behind the ridge. Impulses, fixed arithmetic, no dice.',
    era: '18 June 1815, from half past eleven to nightfall',
    colour: (/** @type {string} */ s) => s === 'prussian' ? '#4a5258' : generic.colour(s),
    pieces(/** @type {any} */ view, /** @type {string} */ viewer) {
        const list = [];
        let i = 0;
        for (const [id, u] of Object.entries(view.unit || {})) {
            const unknown = u.strength === '?';
            list.push({ id, place: u.place, name: u.name, army: ARMY[u.faction] || u.faction, side: u.side, kind: 'block', order: i++, own: u.side === viewer || viewer === 'referee', data: { ...u, unknown } });
        }
        for (const [place, a] of Object.entries(view.area || {}))
            for (const [f, n] of Object.entries(a.hidden || {}))
                for (let k = 0; k < n; k++)
                    list.push({ id: `?${place}.${f}.${k}`, place, name: `${TITLE[f]} block, unseen`, army: ARMY[f] || f, side: sideOf(f), kind: 'block', order: 200 + k, data: { unknown: true, faction: f } });
        return list;
    },
    draw(/** @type {any} */ p) {
        const u = p.data;
        if (u.unknown)
            return block({ army: p.army, hidden: true, star: u.arm === 'strategic' });
        return block({ army: p.army, band: COLOUR[u.colour], figure: FIGURE[u.arm] || 'inf', name: p.name, label: u.designation, faces: u.faces, step: u.step, mp: u.mp, flat: u.shown, dim: u.moved });
    },
    line(/** @type {any} */ p) {
        const u = p.data;
        if (u.unknown)
            return u.arm === 'strategic' ? 'Strategic Leader' : 'not seen';
        return `${u.designation || ''} ${u.arm}, strength ${u.strength}${u.shown ? ', revealed' : ''}`;
    },
    facts(/** @type {any} */ p) {
        const u = p.data;
        if (u.unknown && !u.arm)
            return [['Army', TITLE[u.faction]], ['Block', 'not seen']];
        const rows = [['Army', TITLE[u.faction]], ['Corps', u.corps], ['Arm', u.arm], ['Designation', u.designation], ['Movement', `${u.mp} MP`], ['Faces', (u.faces || []).join(' · ')], ['Strength', inWords(u.strength)]];
        if (u.hits)
            rows.push(['Hits for a step', String(u.hits)]);
        if (u.language)
            rows.push(['Language', u.language]);
        rows.push(['Revealed', inWords(u.shown)], ['Active', inWords(u.active)], ['Has moved', inWords(u.moved)]);
        return rows;
    },
    turns(/** @type {any} */ view, /** @type {any} */ s) {
        return FROM.map((label, i) => ({ label: i + 1 === s.turn ? `Turn ${i + 1} · impulse ${view.impulse || 0}` : String(i + 1), title: `Turn ${i + 1}, from ${label}${i + 1 === s.turn ? `, impulse ${view.impulse}` : ''}`, now: i + 1 === s.turn, past: i + 1 < s.turn }));
    },
    when: (/** @type {any} */ s) => `Turn ${s.turn} of 5 · impulse ${s.view.impulse ?? 0}`,
    player: (/** @type {any} */ s) => s.asks ? `${TITLE[s.asks.seat] || TITLE[s.asks.side]} impulse` : '',
    tracks(/** @type {any} */ view) {
        const rows = [];
        for (const [f, a] of Object.entries(view.faction || {})) {
            const note = `${a.lost} of ${a.blocks} blocks lost · ${a.reserve} in reserve · ${a.stars} ★`;
            rows.push(a.morale === undefined ? { title: TITLE[f], army: ARMY[f], value: `${a.lost}/${a.blocks}`, part: a.lost / a.blocks, marks: [], note }
                : { title: `${TITLE[f]} morale`, army: ARMY[f], value: `${a.morale}/10`, part: (10 - a.morale) / 10, marks: [], note });
        }
        return rows;
    },
    trays(/** @type {any} */ view, /** @type {any[]} */ pieces) {
        const out = [];
        for (const [place, title] of [['box', 'Drawn, to be placed'], ['reserve', 'Reserve Pool'], ['away', 'To come'], ['lost', 'Lost']])
            for (const f of ['french', 'british', 'prussian']) {
                const list = pieces.filter((p) => p.place === place && p.data.faction === f);
                if (list.length)
                    out.push({ title, note: TITLE[f], pieces: list, group: place === 'lost' ? 'Losses' : 'To come' });
            }
        return out;
    },
    /** Who holds an area where control has changed: a cube. */
    ground(/** @type {any} */ view, /** @type {any} */ board) {
        return Object.entries(view.area || {}).filter(([, a]) => a.cube).map(([id, a]) => {
            const c = board.cell(id);
            return c ? `<g transform="translate(${c.x + 26} ${c.y + 26})"><path d="M-9-5L0-10 9-5V6L0 11-9 6z" fill="${LIVERY[/** @type {'french'} */ (ARMY[a.cube])].body}" stroke="#1d1a16" stroke-width="1.4"/><path d="M-9-5L0 0 9-5M0 0V11" fill="none" stroke="#1d1a16" stroke-opacity=".5"/></g>` : '';
        }).join('');
    },
    label(/** @type {any} */ a, /** @type {any} */ s) {
        if (a.verb === 'stop')
            return { activation: 'No more leaders', movement: 'End movement', place: 'Place no more', hq: 'Not now' }[/** @type {'hq'} */ (s.asks?.step)];
        if (a.verb === 'halt')
            return 'Halt here';
        return undefined;
    },
    step: (/** @type {any} */ s) => s.asks?.step === 'hq' ? 'Headquarters' : generic.step(s),
    pickers: ['take', 'activate'],
    group: (/** @type {string} */ v) => ({ take: 'Move', activate: 'Activate', call: 'Call from the Reserve Pool', place: 'Place', march: 'March' }[/** @type {'take'} */ (v)] || generic.group(v)),
    ornament: ['napoleon', 'reille'],
    play: (/** @type {string} */ side) => side === 'french' ? 'the French' : 'the Allies',
    formation: (/** @type {any} */ p) => `${TITLE[p.data.faction]}${p.data.corps === 'army' ? '' : ` ${p.data.corps}`}`,
    away: (/** @type {string} */ place) => ({ box: 'drawn', reserve: 'Reserve Pool', away: 'to come', lost: 'lost' }[/** @type {'box'} */ (place)]),
    turnTitle: (/** @type {number} */ n) => `Turn ${n} · from ${FROM[n - 1]}`,
    held(/** @type {any} */ view, /** @type {string} */ place) {
        const a = view.area?.[place];
        return a ? `held by the ${TITLE[a.control]}${a.control === 'prussian' ? 's' : ''}${a.contested ? ', contested' : ''}` : '';
    },
    /** Actions of the impulse have long names. */
    short: (/** @type {any} */ a) => a.verb === 'call' ? a.do.replace(/^call /, 'Call ') : ({ tactical: 'Tactical Action', strategic: 'Strategic Action', reinforce: 'Reinforcements', battery: 'Grande Batterie', pass: 'Pass' }[/** @type {'pass'} */ (a.verb)]),
    overlayInk: { control: ['#214e8a', '#b23a36', '#3b4248', '#000000'], lines: ['#214e8a', '#b23a36', '#3b4248'] },
    size: 60, spread: 0, blocks: true,
};
