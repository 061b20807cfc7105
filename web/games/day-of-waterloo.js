// day-of-waterloo.js: how The Day of Waterloo looks: its counters, tracks, trays and words.
// @ts-check
import { counter, leader } from '../counters.js';
import { generic, inWords } from './generic.js';

/** @type {Record<string, string>} */
const BAND = {
    'f.I': '#f0821c', 'f.II': '#10806a', 'f.III': '#8a9a3c', 'f.VI': '#faf07e', 'f.IIIc': '#e1a2cd', 'f.IVc': '#6b4526', 'f.IG': '#101b36',
    'a.I': '#f0821c', 'a.II': '#10806a', 'a.R': '#9ed5eb', 'a.C': '#3c0d14', 'p.I': '#1f4f9c', 'p.II': '#10806a', 'p.IV': '#b92a20',
};
/** @type {Record<string, string>} */
const CORPS = {
    'f.I': 'I Corps', 'f.II': 'II Corps', 'f.III': 'III Corps', 'f.VI': 'VI Corps', 'f.IIIc': 'III Cavalry Corps', 'f.IVc': 'IV Cavalry Corps', 'f.IG': 'Imperial Guard',
    'a.I': 'I Corps', 'a.II': 'II Corps', 'a.R': 'Reserve', 'a.C': 'Cavalry', 'p.I': 'I Corps', 'p.II': 'II Corps', 'p.IV': 'IV Corps',
};
/** @type {Record<string, string>} */
const NATION = { 'Dutch-Belgian': 'D', 'Nassau': 'N', 'Hanover': 'H', "King's German Legion": 'K', 'Brunswick': 'B' };
/** @type {Record<string, string>} */
const ARMY = { french: 'French', adg: 'Anglo-Dutch-German', prussian: 'Prussian' };
const HEAVY = /Watier|Delort|Hertier|Hurbal|Guyot|Somerset|Trip|Ponsonby/;
/** @type {Record<string, string>} */
const MARK = { reorganizing: 'reorg', column: 'column', repulsed: 'blown', blown: 'blown', breakthrough: 'break', fired: 'fired', fought: 'attacked', done: 'done' };
/** @type {Record<string, string>} */
const MARK_WORDS = {
    reorganizing: 'reorganizing', column: 'marked for a road column', repulsed: 'charge repulsed, no combat this turn', blown: 'has charged', breakthrough: 'breakthrough',
    fired: 'has fired', fought: 'has fought', done: 'has moved', moving: 'moving', known: 'seen by the enemy', supports: 'supports the bombardment', entered: 'entered this turn',
};
const SKY = { 'clear': 'clear', 'mud': 'mud', 'severe mud': 'severe' };
const STAR = 'M0-10L2.9-3.6 9.8-2.9 4.7 1.9 6.1 8.7 0 5.2-6.1 8.7-4.7 1.9-9.8-2.9-2.9-3.6z';
/** The Turn Record Track, as the last view had it. @type {{hour: string, weather: string}[]} */
let track = [];
const hourOf = (/** @type {number} */ turn) => track[turn - 1]?.hour || `turn ${turn}`;
const sideOf = (/** @type {string} */ army) => army === 'french' ? 'french' : 'allied';
const corpsLabel = (/** @type {string} */ id) => id.split('.')[1].replace(/c$/, '');
const onMap = (/** @type {string|null} */ place) => !!place && /^\d/.test(place);
const cavalryCorps = (/** @type {string} */ id) => /c$/.test(id) || id === 'a.C';

/** @param {any} u @param {any} view */
function badges(u, view) {
    const b = [];
    if (view?.corps?.[u.corps]?.demoralized || view?.army?.[u.army]?.demoralized)
        b.push('demoralized');
    if (u.command === false)
        b.push('ooc');
    for (const m of u.marks || [])
        if (MARK[m] && !b.includes(MARK[m]))
            b.push(MARK[m]);
    return b;
}

/** @type {any} */
export default {
    ...generic,
    hero: 'Brigades and divisions of three armies on 700 m hexes. Command, mud, bombardment, cavalry charges, and the Prussians on the road.',
    era: '18 June 1815, from six in the morning to nine at night',
    pieces(/** @type {any} */ view, /** @type {string} */ viewer) {
        const open = viewer === 'referee';
        const list = [];
        for (const [id, u] of Object.entries(view.unit || {}))
            list.push({ id, place: u.place, name: u.name, army: u.army, side: sideOf(u.army), kind: 'unit', order: u.depth ?? 9, own: open || sideOf(u.army) === viewer, veiled: !open && sideOf(u.army) !== viewer, data: { ...u, view } });
        for (const [id, u] of Object.entries(view.leader || {}))
            list.push({ id, place: u.place, name: u.name, army: u.army, side: sideOf(u.army), kind: 'leader', order: 50, own: open || sideOf(u.army) === viewer, data: u });
        return list;
    },
    draw(/** @type {any} */ p, /** @type {any} */ lod) {
        const u = p.data;
        if (p.kind === 'leader') {
            return leader({
                army: p.army, band: BAND[u.corps], label: u.corps && u.role !== 'army' ? corpsLabel(u.corps) : '', top: u.role === 'army', guard: u.corps === 'f.IG',
                portrait: p.id === 'Blucher' ? 'cap' : p.id === 'Napoleon' ? 'army' : 'corps', name: p.name, dim: u.command === false, badges: u.tactical ? ['charged'] : [],
            }, lod);
        }
        const m = /^(.*?)(?: \((.*)\))?$/.exec(p.name) || [];
        const arm = u.arm;
        const figure = arm === 'infantry' ? (u.corps === 'f.IG' ? 'infguard' : /Landwehr/.test(p.name) ? 'inflandwehr' : 'inf')
            : arm === 'cavalry' ? (HEAVY.test(p.id) ? 'cavheavy' : 'cav') : arm === 'horse artillery' ? 'horsegun' : arm === '12-pounders' ? 'gun12' : 'gun';
        const nation = NATION[u.nation];
        return counter({
            army: p.army, band: BAND[u.corps], label: corpsLabel(u.corps), guard: u.corps === 'f.IG', tail: cavalryCorps(u.corps),
            size: (nation ? `${nation} ` : '') + u.size, number: m[2], arm, figure, name: m[1] || p.name, values: [u.strength, u.morale, u.move],
            lost: u.losses, badges: onMap(u.place) ? badges(u, u.view) : [], dim: onMap(u.place) && (u.command === false || u.marks?.includes('done') || u.marks?.includes('reorganizing')),
            gun: p.army === 'french' && arm === 'infantry',
        }, lod);
    },
    line(/** @type {any} */ p) {
        const u = p.data;
        if (p.kind === 'leader')
            return `${u.role === 'army' ? `${ARMY[p.army]} army leader` : `${CORPS[u.corps] || ''} leader`}${u.command === false ? ', out of command' : ''}${u.tactical ? ', tactical role' : ''}`;
        return `${u.strength} SP${u.losses ? ` of ${u.printed}` : ''}, morale ${u.morale}${u.command === false ? ', out of command' : ''}`;
    },
    moves(/** @type {any} */ p) {
        const u = p.data;
        return u.move && onMap(u.place) && p.own ? { left: Math.max(0, u.move - (u.spent || 0) / 2), of: u.move } : null;
    },
    facts(/** @type {any} */ p) {
        const u = p.data;
        const rows = [['Army', ARMY[p.army]]];
        if (u.corps)
            rows.push(['Corps', CORPS[u.corps] || u.corps]);
        if (p.kind === 'leader') {
            rows.push(['Role', u.role === 'army' ? 'commands an army' : 'commands a corps'], ['In command', inWords(u.command)], ['Tactical role', inWords(u.tactical)], ['Movement', `${u.move} MP`]);
        } else {
            if (u.nation)
                rows.push(['Nation', u.nation]);
            rows.push(['Arm', u.arm], ['Size', u.size === 'XX' ? 'division' : 'brigade'], ['Strength', `${u.strength} SP, printed ${u.printed}, lost ${u.losses}`],
                ['Morale', String(u.morale)], ['Movement', `${u.move} MP`], ['In command', inWords(u.command)]);
            const marks = (u.marks || []).map((/** @type {string} */ k) => MARK_WORDS[k] || k);
            if (marks.length)
                rows.push(['State', marks.join(', ')]);
        }
        if (u.setup)
            rows.push(['Sets up', `${u.setup}, within ${u.radius}`]);
        if (u.entry)
            rows.push(['Comes', `turn ${u.due}, at entry ${u.entry}`]);
        return rows;
    },
    turns(/** @type {any} */ view, /** @type {any} */ state) {
        const due = new Map();
        for (const u of [...Object.values(view.unit || {}), ...Object.values(view.leader || {})])
            if (u.place === 'off' && u.due)
                due.set(u.due, (due.get(u.due) || 0) + 1);
        track = view.turns;
        return view.turns.map((/** @type {any} */ x, /** @type {number} */ i) => {
            const n = i + 1, now = n === state.turn;
            return { label: now ? x.hour : x.hour.replace(/ .*/, ''), now, past: n < state.turn, weather: SKY[/** @type {'mud'} */ (x.weather)], count: n > state.turn ? due.get(n) : 0, title: `Turn ${n}, ${x.hour}, ${x.weather}` };
        });
    },
    when: (/** @type {any} */ s) => `Turn ${s.turn} of ${s.view.last_turn} · ${s.view.hour} · ${s.view.weather}`,
    phases: ['command', 'movement', 'reorganize', 'combat'],
    /** What a short scenario is fought for. */
    ground(/** @type {any} */ view, /** @type {any} */ board) {
        return (view.goals || []).map((/** @type {string} */ p) => board.cell(p)).filter(Boolean).map((/** @type {any} */ c) => `<path class="goal" d="${STAR}" transform="translate(${c.x - 34} ${c.y - 22}) scale(1.3)"/>`).join('');
    },
    tracks(/** @type {any} */ view) {
        const rows = [];
        if (view.goals) {
            const held = view.goals.filter((/** @type {string} */ p) => view.unit[view.stack[p]?.[0]]?.army === 'french').length;
            rows.push({ title: 'Ground to take ★', army: 'french', value: `${held}/${view.goals_needed}`, part: held / view.goals_needed, marks: [], note: `${view.goals.join(', ')}: the French need ${view.goals_needed} of them at the end of turn ${view.last_turn}` });
        }
        for (const [army, a] of Object.entries(view.army || {})) {
            const most = Math.max(a.disintegration || 1, a.losses || 0) * 1.15;
            rows.push({ title: ARMY[army] || army, army, value: `${a.losses}/${a.disintegration}`, part: a.losses / most, marks: [{ at: a.disintegration / most, hollow: true }], state: a.disintegrated ? 'disintegrated' : a.demoralized ? 'demoralized' : '' });
            for (const [id, c] of Object.entries(view.corps || {})) {
                if (!id.startsWith({ french: 'f.', adg: 'a.', prussian: 'p.' }[/** @type {'adg'} */ (army)] || '?') || !c.total || (id === 'f.III' && !c.losses && !Object.values(view.unit).some((u) => u.corps === 'f.III' && u.place !== 'absent')))
                    continue;
                const marks = [];
                if (c.demoralization)
                    marks.push({ at: c.demoralization / c.total });
                if (c.disintegration)
                    marks.push({ at: c.disintegration / c.total, hollow: true });
                rows.push({ title: CORPS[id] || id, army, label: corpsLabel(id), band: BAND[id], guard: id === 'f.IG', value: `${c.losses}/${c.demoralization}`, part: c.losses / c.total, marks, state: c.disintegrated ? 'disintegrated' : c.demoralized ? 'demoralized' : '', sub: true });
            }
        }
        return rows;
    },
    trays(/** @type {any} */ view, /** @type {any[]} */ pieces) {
        const out = [];
        const by = new Map();
        for (const p of pieces.filter((x) => x.place === 'off')) {
            const key = p.data.due ? `${String(p.data.due).padStart(2, '0')}|${p.data.entry}` : `00|${p.data.setup}`;
            by.set(key, [...(by.get(key) || []), p]);
        }
        for (const [key, list] of [...by].sort()) {
            const [due, where] = key.split('|');
            const n = Number(due);
            out.push(n ? { title: hourOf(n), note: `entry ${where}`, pieces: list, group: 'To come' }
                : { title: 'To set up', note: where, pieces: list, group: 'To come' });
        }
        for (const [place, title] of [['cadre', 'Cadres'], ['gone', 'Lost'], ['exited', 'Left the map']]) {
            const list = pieces.filter((p) => p.place === place);
            if (list.length)
                out.push({ title, pieces: list, group: 'Losses' });
        }
        return out;
    },
    label(/** @type {any} */ a, /** @type {any} */ s) {
        const step = s.asks?.step;
        if (a.verb === 'done')
            return { 'march': 'Stop here', 'movement': 'End movement', 'combat': 'End combat', 'command': 'End of command', 'setup-order': 'Stacks are in order', 'advance': 'No more advances', 'react': 'No reaction' }[/** @type {'march'} */ (step)];
        if (a.verb === 'deploy')
            return 'Deploy as history had it';
        if (a.verb === 'shoot')
            return 'Open fire';
        return undefined;
    },
    group: (/** @type {string} */ v) => ({ move: 'Move', top: 'Top of its stack', tactical: 'Tactical role', enter: 'Enter the map', with: 'Goes along', drop: 'Stays here', charge: 'Charge', attack: 'Attack', bombard: 'Bombard', combine: 'Attack together with', march: 'March', column: 'March by road', fire: 'Fire from', support: 'Support', place: 'Set up', reorganize: 'Reorganize', cadre: 'Raise a cadre', retreat: 'Retreat', lose: 'Take the loss', advance: 'Advance' }[/** @type {'move'} */ (v)] || generic.group(v)),
    step(/** @type {any} */ s) {
        const st = s.asks?.step || '';
        return ({ 'setup': 'Set-up', 'setup-order': 'Order of stacks', 'command': 'Command Phase', 'movement': 'Movement Phase', 'march': 'Movement Phase', 'combat': 'Combat Phase', 'bombard': 'Combat Phase', 'target': 'Combat Phase', 'retreat': 'Combat Phase', 'advance': 'Combat Phase', 'react': 'Reaction Charge' })[/** @type {'setup'} */ (st)] || generic.step(s);
    },
    phase: (/** @type {any} */ s) => ({ completion: 'reorganize', breakthrough: 'combat' }[/** @type {'completion'} */ (s.view.phase)] || s.view.phase),
    quiet: ['top'],
    parts: ['bombard', 'fire', 'support'],
    ornament: ['Napoleon', 'OG-Grenadiers', 'Watier'],
    play: (/** @type {string} */ side) => side === 'french' ? 'the French' : 'the Allies',
    formation: (/** @type {any} */ p) => `${ARMY[p.army]}${p.data.corps ? ` ${CORPS[p.data.corps]}` : ''}`,
    turnTitle: (/** @type {number} */ n) => [`Turn ${n}`, hourOf(n), track[n - 1]?.weather].filter(Boolean).join(' · '),
    /** Strength points that a hex holds; others hold a single unit. */
    limit: (/** @type {string} */ ground) => /^(clear|village)/.test(ground) ? 12 : 0,
    overlayInk: { zones: ['#214e8a', '#b23a36'] },
    player: (/** @type {any} */ s) => s.view.phase === 'setup' ? 'Set-up' : s.view.side === 'french' ? 'French Player Turn' : 'Allied Player Turn',
    result: (/** @type {string} */ r) => ({
        Ar2: { colour: 'var(--r-Ar2)', text: 'attackers retreat two hexes' }, Ar: { colour: 'var(--r-Ar)', text: 'attackers retreat' }, Ex: { colour: 'var(--r-Ex)', text: 'each side loses' },
        DrC: { colour: 'var(--r-DrC)', text: 'defender retreats, then strikes back' }, Dr: { colour: 'var(--r-Dr)', text: 'defender retreats' }, Dr2: { colour: 'var(--r-Dr2)', text: 'defender retreats two hexes' },
        0: { colour: 'var(--r-Ex)', text: 'no effect' }, 1: { colour: 'var(--r-Dr)', text: 'one strength point lost' }, 2: { colour: 'var(--r-Dr2)', text: 'two strength points lost' },
    })[/** @type {'Ar'} */ (r)] || {},
};
