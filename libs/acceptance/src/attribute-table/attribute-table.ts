import { KINDS } from '@cairn/entities';

/** How providers are called where they are no tool. */
const WORDS: Readonly<Record<string, string>> = {
  derived: 'worked out by Cairn',
  settings: 'given in settings',
};

const HEAD = `# Who fills which attribute

Each kind of the catalogue with its attributes, and the sources that fill them. A source offers what it fills and nothing else. This page is made by \`npm run attributes\`, and a test fails when it is out of date.
`;

/** The page of docs that says of each attribute of the catalogue which sources fill it. */
export function attributeTable(): string {
  const parts = KINDS.map(({ plural, attributes }) => {
    const rows = attributes.map(({ name, providedBy }) => {
      const filled = providedBy.map((source) => WORDS[source] ?? source).join(', ');
      return `| ${name} | ${filled === '' ? 'nobody yet' : filled} |`;
    });
    return [`## ${plural}`, '', '| attribute | filled by |', '|---|---|', ...rows].join('\n');
  });
  return `${[HEAD, ...parts]
    .join('\n')
    .replaceAll(/\n(## )/g, '\n\n$1')
    .replaceAll(/\n{3,}/g, '\n\n')}\n`;
}
