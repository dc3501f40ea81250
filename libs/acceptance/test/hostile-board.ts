import { EVIL } from './hostile-repository.ts';

const RIGHT = '\u202e';

/** Markdown by which an attacker tries to run something, to ask elsewhere, or to break the page. */
export const MARKDOWN: Readonly<Record<string, string>> = {
  html: `<script>alert(1)</script>\n\n<img src=x onerror=alert(1)>\n\n<iframe src="${EVIL}"></iframe>\n\n<style>body{display:none}</style>\n\n<a href="javascript:alert(1)">a</a>\n\n<form action="${EVIL}"><button>Send</button></form>`,
  halfHtml: `<svg\nonload=alert(1)>\n\n<details open ontoggle=alert(1)>\n\n<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>`,
  schemes: ['javascript', 'JaVaScRiPt', 'data', 'vbscript', 'file', 'blob', 'view-source', 'intent']
    .map((scheme) => `[${scheme}](${scheme}:alert(1))`)
    .join('\n\n'),
  encoded: [
    '[tab](java&Tab;script:alert(1))',
    '[newline](java&NewLine;script:alert(1))',
    '[colon](javascript&colon;alert(1))',
    '[number](&#106;&#97;vascript:alert(1))',
    '[hex](&#x6A;avascript&#x3A;alert(1))',
    '[zero](&#0000106avascript:alert(1))',
    '[percent](%6Aavascript:alert(1))',
    '[control](\u0001javascript:alert(1))',
    '[space]( javascript:alert(1))',
    '[data](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)',
  ].join('\n\n'),
  images: `![seen](${EVIL}/pixel.png) ![script](javascript:alert(1)) ![svg](data:image/svg+xml;base64,PHN2Zz48c2NyaXB0PmFsZXJ0KDEpPC9zY3JpcHQ+PC9zdmc+) ![local](/api/user/me)`,
  autolinks: `<${EVIL}> <javascript:alert(1)> <data:text/html,x> <mailto:a@evil.example> www.evil.example //evil.example`,
  references: `[one][a] [two][b] ![three][c]\n\n[a]: javascript:alert(1)\n[b]: <data:text/html,<script>alert(1)</script>> "t\\" onmouseover=\\"alert(1)"\n[c]: ${EVIL}/pixel.png`,
  table: `|${'column|'.repeat(300)}\n|${'-|'.repeat(300)}\n${`|${'cell|'.repeat(300)}\n`.repeat(20)}`,
  nested: Array.from({ length: 120 }, (_, depth) => `${'  '.repeat(depth)}- ${depth}`).join('\n'),
  quotes: `${'>'.repeat(300)} deep`,
  headings: '#'.repeat(6).concat(` ${'H'.repeat(5_000)}\n\n# ${'\u0300'.repeat(500)}`),
  long: 'x'.repeat(40_000),
  code: `\`\`\`html\n<script>alert(1)</script>\n${'y'.repeat(10_000)}\n\`\`\`\n\n\`${'z'.repeat(5_000)}\``,
  turned: `${RIGHT}turned [link](${EVIL}) \u2066${'\u2067'.repeat(200)} unclosed`,
  emphasis: `${'*a **b '.repeat(800)}`,
  fence: '```markdown\n<script>alert(1)</script>\n```',
};

const TITLES = [
  '<script>alert(1)</script>',
  `<img src=x onerror="fetch('${EVIL}')">`,
  '"><svg/onload=alert(1)>',
  `${RIGHT}turned`,
  '\u200b',
  'T'.repeat(200),
  '=cmd',
  '__proto__',
];

const CARDS = 200;

const markdownCard = (markdown: string) => ({ kind: 'markdown', markdown });
const exploreCard = (title: string, params: object) => ({ kind: 'explore', title, state: { params } });

/** A board of 200 cards: every trick of markdown, queries under hostile titles, and a crowd beneath. */
export function hostileBoard(query: object) {
  const cards = [
    ...Object.values(MARKDOWN).map(markdownCard),
    ...TITLES.map((title) => exploreCard(title, query)),
    { kind: 'unheard-of', title: TITLES[1], html: TITLES[0], src: EVIL },
  ];
  const all = Array.from({ length: CARDS }, (_, index) => cards[index] ?? markdownCard(`Card ${index}`));
  const id = (index: number) => (index === 0 ? '<b>id</b>' : `card "${index}"`);
  return {
    layout: all.map((_, index) => ({
      i: id(index),
      x: (index % 4) * 3,
      y: Math.floor(index / 4) * 5,
      w: 3,
      h: 5,
    })),
    data: Object.fromEntries(all.map((card, index) => [id(index), card])),
    extras: { tags: TITLES.map((title) => title.slice(0, 100)) },
  };
}

const at = (i: string, place: object = {}) => ({ i, x: 0, y: 0, w: 4, h: 4, ...place });
const ONE = { one: markdownCard('One') };

/** States of boards as JSON that the service has to refuse, by what is wrong with them. */
export const REFUSED_STATES: Readonly<Record<string, string>> = {
  'a card named constructor': JSON.stringify({ layout: [], data: { constructor: markdownCard('x') } }),
  'a card named __proto__': '{"layout":[],"data":{"__proto__":{"kind":"markdown","markdown":"x"}}}',
  'a place for constructor': JSON.stringify({ layout: [at('constructor')], data: ONE }),
  'a place for __proto__': JSON.stringify({ layout: [at('__proto__')], data: ONE }),
  'a place without a card': JSON.stringify({ layout: [at('two')], data: ONE }),
  'a column far away': JSON.stringify({ layout: [at('one', { x: 1e15 })], data: ONE }),
  'a row far away': JSON.stringify({ layout: [at('one', { y: 1e15 })], data: ONE }),
  'a negative row': JSON.stringify({ layout: [at('one', { y: -1 })], data: ONE }),
  'half a column': JSON.stringify({ layout: [at('one', { x: 0.5 })], data: ONE }),
  'a giant card': JSON.stringify({ layout: [at('one', { w: 1e9, h: 1e9 })], data: ONE }),
  'a card of no size': JSON.stringify({ layout: [at('one', { w: 0 })], data: ONE }),
  'an infinite row':
    '{"layout":[{"i":"one","x":0,"y":1e999,"w":1,"h":1}],"data":{"one":{"kind":"markdown","markdown":"x"}}}',
  '201 cards': JSON.stringify({
    layout: [],
    data: Object.fromEntries(Array.from({ length: CARDS + 1 }, (_, index) => [`c${index}`, ONE.one])),
  }),
  'a card whose type is no name': JSON.stringify({ layout: [], data: { one: { kind: '<script>' } } }),
  'a million letters in a card': JSON.stringify({
    layout: [],
    data: { one: markdownCard('x'.repeat(900_000)) },
  }),
};

/** Names that a board may not have. */
export const REFUSED_NAMES: readonly string[] = [
  '',
  '   ',
  '\u200b\u200b',
  `Board ${RIGHT}turned`,
  '\u2066isolated',
  '\u3164',
  'x'.repeat(201),
];
