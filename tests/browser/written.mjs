// written.mjs: how web/ may not be written. The page asks, it does not know: what a click means, what things are called and
// how they are coloured comes from the server. Whatever names a game's sides, verbs or steps, decides by them, reads
// prompts with a pattern, knows an hour or paints an army is found here, in the syntax tree of each module.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { tree } from './server.mjs';

/** Roles are the contract's; some verbs have the same names. */
const ROLES = new Set(['pick', 'march', 'goes', 'turn', 'form', 'arrange', 'join', 'target', 'declare', 'act', 'yes', 'end', 'decline', 'chance', 'fight', 'dull', 'head']);
const HOUR = /\b\d+(\.\d+)? ?[ap]\.?m\b|\bnoon\b|o'clock/i;
/** What a game's module may have: its counters, where they write their numbers, their line on the sheet of forces. */
const DRAWING = new Set(['draw', 'spots', 'status']);
/** What the server says in words for people. */
const SPOKEN = /\b(asks|prompt|ground|words|label|labels|hour|sky|what|step|verb|event|place|places|off|class)\b/;

/** Names of all games, as the catalogue and the rows of steps have them. @param {any[]} games */
export function names(games) {
    const ids = (g, ...keys) => keys.flatMap((k) => (g[k] || []).map((x) => x.id ?? x));
    const rows = readdirSync(join(tree, 'src', 'games'), { recursive: true }).filter((f) => f.endsWith('.c')).map((f) => readFileSync(join(tree, 'src', 'games', f), 'utf8'));
    return {
        sides: new Set(games.flatMap((g) => ids(g, 'sides', 'seats', 'armies', 'formations'))),
        verbs: new Set(games.flatMap((g) => (g.verbs || []).map((v) => v.verb)).filter((v) => !ROLES.has(v))),
        steps: new Set(rows.flatMap((t) => [...t.matchAll(/struct step_def \w+ = \{\s*\.name = "([^"]+)"/g)].map((m) => m[1])).filter((s) => !ROLES.has(s))),
        colours: new Set(games.flatMap((g) => (g.armies || []).flatMap((a) => [a.body, a.lite, a.dark])).filter(Boolean)),
    };
}

/** Everything in a module that knows what it should ask. @param {string} file @param {string} text @param {ReturnType<typeof names>} known */
export function offences(file, text, known) {
    const found = [], root = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true, ts.ScriptKind.JS);
    const decides = (w) => known.verbs.has(w) || known.steps.has(w);
    const whole = (list) => list.length > 1 && list.every((w) => decides(w) || ROLES.has(w)) && list.some(decides);
    const textOf = (n) => n && (ts.isStringLiteralLike(n) || ts.isIdentifier(n)) ? n.text : null;
    const asked = (n) => ts.isPropertyAccessExpression(n) && ['verb', 'step', 'event'].includes(n.name.text);
    const same = [ts.SyntaxKind.EqualsEqualsEqualsToken, ts.SyntaxKind.ExclamationEqualsEqualsToken, ts.SyntaxKind.EqualsEqualsToken];
    const say = (n, what) => found.push(`${file}:${root.getLineAndCharacterOfPosition(n.getStart()).line + 1}: ${what}: ${n.getText().slice(0, 60)}`);

    const word = (n, w) => {
        for (const id of known.sides)
            if (w === id || (id.length > 3 && new RegExp(`(^|[^\\w-])${id.replace(/\./g, '\\.')}($|[^\\w-])`).test(w)))
                say(n, `names a side, army or formation (${id})`);
        if (HOUR.test(w))
            say(n, 'knows an hour');
        for (const c of known.colours)
            if (w.toLowerCase().includes(c.toLowerCase()))
                say(n, `paints an army (${c})`);
    };
    const visit = (n) => {
        if (ts.isStringLiteralLike(n) || ts.isTemplateHead(n) || ts.isTemplateMiddleOrTemplateTail(n) || n.kind === ts.SyntaxKind.RegularExpressionLiteral)
            word(n, n.text);
        if ((ts.isPropertyAssignment(n) || ts.isShorthandPropertyAssignment(n) || ts.isPropertyAccessExpression(n)) && known.sides.has(textOf(n.name)))
            say(n, 'names a side, army or formation');
        if (ts.isBinaryExpression(n) && same.includes(n.operatorToken.kind) && [[n.left, n.right], [n.right, n.left]].some(([a, b]) => asked(a) && ts.isStringLiteralLike(b)))
            say(n, 'decides by the name of a verb, step or event');
        if (ts.isArrayLiteralExpression(n) && whole(n.elements.map(textOf)))
            say(n, 'a list of verbs or steps');
        if (ts.isObjectLiteralExpression(n) && whole(n.properties.map((p) => textOf(p.name))))
            say(n, 'a table of verbs or steps');
        if (ts.isElementAccessExpression(n) && ts.isObjectLiteralExpression(bare(n.expression)) && n.argumentExpression && SPOKEN.test(n.argumentExpression.getText()))
            say(n, 'looks up what the server should say');
        if (ts.isCallExpression(n) && ts.isPropertyAccessExpression(n.expression)) {
            const { expression: of, name } = n.expression, pattern = (x) => x?.kind === ts.SyntaxKind.RegularExpressionLiteral;
            const over = ['test', 'exec'].includes(name.text) ? n.arguments[0] : ['replace', 'replaceAll', 'match', 'matchAll', 'search', 'split'].includes(name.text) && pattern(n.arguments[0]) ? of : null;
            if (over && ts.isPropertyAccessExpression(bare(over)) && SPOKEN.test(bare(over).getText()))
                say(n, 'reads words with a pattern');
            if (['includes', 'startsWith', 'endsWith', 'indexOf', 'has'].includes(name.text) && n.arguments[0] && asked(n.arguments[0]))
                say(n, 'decides by the name of a verb, step or event');
            if (['includes', 'startsWith', 'endsWith', 'indexOf'].includes(name.text) && ts.isPropertyAccessExpression(of) && ['prompt', 'verb', 'step', 'event'].includes(of.name.text))
                say(n, 'looks for words in what the server says');
        }
        ts.forEachChild(n, visit);
    };
    visit(root);
    return [...found, ...(/^games\//.test(file) ? module(file, root) : [])];
}

/** Without brackets, `|| ''` and types. */
function bare(n) {
    while (ts.isParenthesizedExpression(n) || (ts.isBinaryExpression(n) && n.operatorToken.kind === ts.SyntaxKind.BarBarToken))
        n = ts.isParenthesizedExpression(n) ? n.expression : n.left;
    return n;
}

/** A game's module draws, and does nothing else. */
function module(file, root) {
    const out = [], from = ['../counters.js', './generic.js'];
    for (const s of root.statements) {
        if (ts.isImportDeclaration(s) && !from.includes(s.moduleSpecifier.text))
            out.push(`${file}: has no need of ${s.moduleSpecifier.text}`);
        if (ts.isExportAssignment(s) && ts.isObjectLiteralExpression(s.expression))
            for (const p of s.expression.properties)
                if (!DRAWING.has(p.name?.getText() || ''))
                    out.push(`${file}: does more than draw: ${p.getText().slice(0, 40)}`);
    }
    return file === 'games/index.js' ? [] : out;
}

/** In a style sheet: armies by name or colour. */
export function styleOffences(file, text, known) {
    const found = [...known.sides].filter((id) => id.length > 2 && new RegExp(`(--|[.#])${id.replace(/\./g, '\\.')}\\b`).test(text)).map((id) => `${file}: names a side or army (${id})`);
    return [...found, ...[...known.colours].filter((c) => text.toLowerCase().includes(c.toLowerCase())).map((c) => `${file}: paints an army (${c})`)];
}
