import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findRecorded } from '../../../test/recorded-data.ts';
import { adfMarkdown } from './adf-markdown.ts';
import { wikiMarkdown } from './wiki-markdown.ts';

const FOLDER = findRecorded('adf') ?? '';
const DOCUMENTS = FOLDER === '' ? [] : readdirSync(join(FOLDER, 'adf'));

const doc = (...content: unknown[]) => ({ type: 'doc', version: 1, content });
const text = (words: string, ...marks: string[]) => ({
  type: 'text',
  text: words,
  marks: marks.map((type) => ({ type })),
});
const paragraph = (...content: unknown[]) => ({ type: 'paragraph', content });

/** The words of a document in order, without what only Markdown adds. */
function words(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(words);
  if (typeof value !== 'object' || value === null) return [];
  const own = 'text' in value && typeof value.text === 'string' ? [value.text] : [];
  return [...own, ...Object.values(value).flatMap((each) => (typeof each === 'object' ? words(each) : []))];
}

const bare = (markdown: string) => markdown.replaceAll(/[\\\s*~`|>#-]/g, '');

/** A document whose twin goes on after it ends: it has six headings and a table more. */
const LONGER_TWINS = new Set(['date-examples.adf']);

/** How often each structure of Markdown occurs. */
function structure(markdown: string): Record<string, number> {
  const count = (pattern: RegExp) => [...markdown.matchAll(pattern)].length;
  return {
    headings: count(/^(?:[>-] | )*#{1,6} /gm),
    fences: count(/^(?:[>-] | )*```/gm),
    heads: count(/^(?:[>-] | )*\|(?: ?:?-+:? ?\|)+$/gm),
  };
}

describe('documents in the format of Atlassian as Markdown', () => {
  it('nests marks, and opens each once', () => {
    const line = paragraph(text('a ', 'strong'), text('b', 'strong', 'em'), text(' c', 'em'));
    expect(adfMarkdown(doc(line))).toBe('**a *b*** *c*');
  });

  it('shows text that looks like Markdown as it is', () => {
    expect(adfMarkdown(doc(paragraph(text('# *no* <b> [x](y) snake_case _z_'))))).toBe(
      String.raw`\# \*no\* \<b> \[x\](y) snake_case \_z\_`,
    );
    expect(adfMarkdown(doc(paragraph(text('1. no list'))))).toBe(String.raw`1\. no list`);
  });

  it('follows no address but that of the web and of mail', () => {
    const linked = (href: string) =>
      adfMarkdown(doc(paragraph({ type: 'text', text: 'x', marks: [{ type: 'link', attrs: { href } }] })));
    expect(linked('https://example.org/a(b)')).toBe('[x](https://example.org/a%28b%29)');
    expect(linked('javascript:alert(1)')).toBe('x');
    expect(linked('https://example.org/\n[x](y)')).toBe('x');
  });

  it('keeps bars within the cells of a table, and widens its head', () => {
    const cell = (type: string, ...content: unknown[]) => ({ type, content: [paragraph(...content)] });
    const head = { type: 'tableRow', content: [cell('tableHeader', text('a|b'))] };
    const row = {
      type: 'tableRow',
      content: [cell('tableCell', text('c', 'code')), cell('tableCell', text('d'))],
    };
    expect(adfMarkdown(doc({ type: 'table', content: [head, row] }))).toBe(
      ['| a\\|b |  |', '| --- | --- |', '| `c` | d |'].join('\n'),
    );
  });

  it('gives nothing for what is no document', () => {
    for (const value of [null, undefined, 3, 'text', [], {}, { type: 7 }])
      expect(adfMarkdown(value)).toBe('');
  });

  it('ends for any JSON', () => {
    const { tree } = fc.letrec((tie) => ({
      tree: fc.record({
        type: fc.constantFrom(
          'doc',
          'paragraph',
          'bulletList',
          'listItem',
          'table',
          'tableRow',
          'text',
          'panel',
          'odd',
        ),
        text: fc.string({ unit: 'grapheme' }),
        attrs: fc.dictionary(fc.string(), fc.jsonValue()),
        marks: fc.array(
          fc.oneof(fc.constant({ type: 'strong' }), fc.constant({ type: 'code' }), fc.jsonValue()),
        ),
        content: fc.array(fc.oneof({ withCrossShrink: true }, fc.jsonValue(), tie('tree')), { maxLength: 4 }),
      }),
    }));
    fc.assert(fc.property(fc.oneof(tree, fc.jsonValue()), (value) => typeof adfMarkdown(value) === 'string'));
  });

  it('cuts what is nested deeper than anybody reads', () => {
    let node: unknown = paragraph(text('deep'));
    for (let depth = 0; depth < 20_000; depth += 1) node = { type: 'blockquote', content: [node] };
    expect(adfMarkdown(doc(node))).toMatch(/^(?:> )+…$/);
  });
});

const twinFile = (name: string) => join(FOLDER, 'markdown', name.replace('.adf', '.md'));
const TWINS = DOCUMENTS.filter((name) => existsSync(twinFile(name)) && !LONGER_TWINS.has(name));

describe.skipIf(DOCUMENTS.length === 0)('recorded documents (of ../shared/data)', () => {
  it.each(DOCUMENTS)('%s keeps its words in order', (name) => {
    const document = JSON.parse(readFileSync(join(FOLDER, 'adf', name), 'utf8')) as unknown;
    const markdown = bare(adfMarkdown(document));
    let from = 0;
    const missing = words(document).filter((each) => {
      const at = markdown.indexOf(bare(each), from);
      if (at >= 0) from = at;
      return at < 0;
    });
    expect(missing).toEqual([]);
  });

  it.each(TWINS)('%s has the structure of its twin', (name) => {
    const ours = adfMarkdown(JSON.parse(readFileSync(join(FOLDER, 'adf', name), 'utf8')));
    const twin = readFileSync(twinFile(name), 'utf8');
    expect(structure(ours)).toEqual(structure(twin));
  });
});

describe('wiki markup as Markdown', () => {
  it.each([
    ['h2. A *bold* title', '## A **bold** title'],
    ['* a\n** b\n## c\n* d', '- a\n   - b\n   1. c\n- d'.replace('   1. c', '   2. c')],
    ['||a||b||\n|c|[d|https://example.org]|', '| a | b |\n| --- | --- |\n| c | [d](https://example.org) |'],
    ['{code:java}\nint *a*;\n{code}', '```java\nint *a*;\n```'],
    ['{quote}\nsaid\n{quote}', '> said'],
    ['{panel:title=Note|bgColor=red}\nread\n{panel}', '> **Note**\n>\n> read'],
    ['{color:red}hot{color} and {{mono}}', 'hot and `mono`'],
    ['a -gone- well-known _soft_ snake_case_name', 'a ~~gone~~ well-known *soft* snake_case_name'],
    ['[~alice] see [https://example.org/a]', '@alice see [https://example.org/a](https://example.org/a)'],
    ['[x|javascript:alert(1)] <b>', String.raw`x \<b>`],
    ['one\ntwo\n\nthree', 'one\\\ntwo\n\nthree'],
    ['!shot.png|thumbnail! wow!', '📎 shot.png wow!'],
    ['----', '---'],
    ['{code}\nnever closed', '```\nnever closed\n```'],
  ])('%j', (markup, markdown) => {
    expect(wikiMarkdown(markup)).toBe(markdown);
  });

  it('ends for any text of its signs', () => {
    const signs = fc.constantFrom(
      '*',
      '_',
      '-',
      '{{',
      '}}',
      '[',
      ']',
      '|',
      '{code}',
      '{quote}',
      '\n',
      ' ',
      'a',
      '\\',
      '!',
    );
    fc.assert(
      fc.property(
        fc.array(signs, { maxLength: 200 }),
        (parts) => typeof wikiMarkdown(parts.join('')) === 'string',
      ),
    );
  });
});

describe('the time that hostile texts take', () => {
  const HOSTILE: Record<string, (size: number) => string> = {
    'openers without end': (size) => ' *a _b -c {{d [e !f ??g'.repeat(size / 20),
    'links in links': (size) => '['.repeat(size),
    bars: (size) => `||${'a|'.repeat(size / 2)}`,
    'macros without end': (size) => '{quote}\n'.repeat(size / 8),
    spaces: (size) => `a${' '.repeat(size)}b`,
    items: (size) => '* a\n'.repeat(size / 4),
    backticks: (size) => `{{${'`a'.repeat(size / 2)}}}`,
    'closers after a space': (size) => `*a${' *'.repeat(size / 2)}`,
  };

  it.each(Object.entries(HOSTILE))('grows with their length alone: %s', (_, make) => {
    const took = (run: () => unknown) => {
      const began = performance.now();
      run();
      return performance.now() - began;
    };
    wikiMarkdown(make(20_000));
    const large = make(400_000);
    // Quadratic work would take minutes here.
    expect(took(() => wikiMarkdown(large))).toBeLessThan(5_000);
    expect(took(() => adfMarkdown(doc(paragraph(text(large, 'code'), text(large)))))).toBeLessThan(5_000);
  });
});
