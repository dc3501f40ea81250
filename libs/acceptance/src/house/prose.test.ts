import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findProseFaults, proseFaults } from './prose.ts';

const words = (count: number) => Array.from({ length: count }, (_, index) => `word${index}`).join(' ');

describe('prose of the pages', () => {
  it('accepts a sentence of forty words and refuses one of forty-one', () => {
    expect(proseFaults('README.md', `${words(40)}. ${words(40)}.`)).toEqual([]);
    expect(proseFaults('README.md', `${words(3)}. ${words(41)}.`)).toEqual([
      expect.stringContaining('a sentence of 41 words'),
    ]);
  });

  it('reads each item of a list by itself', () => {
    expect(proseFaults('README.md', `- ${words(30)}\n- ${words(30)}\n1. ${words(30)}`)).toEqual([]);
  });

  it('refuses a paragraph of more than 120 words, however short its sentences', () => {
    const paragraph = Array.from({ length: 7 }, () => `${words(20)}.`).join(' ');
    expect(proseFaults('ARCHITECTURE.md', paragraph)).toEqual([
      expect.stringContaining('a paragraph of 140 words'),
    ]);
  });

  it('passes over tables, headings and code', () => {
    const text = `# ${words(50)}\n\n| ${words(60)} |\n|---|\n\n\`\`\`\n${words(200)}\n\`\`\``;
    expect(proseFaults('README.md', text)).toEqual([]);
  });

  it('refuses a decision of more than 40 lines', () => {
    expect(proseFaults('docs/decisions/0001-a.md', 'A line.\n\n'.repeat(21))).toEqual([
      'docs/decisions/0001-a.md: 41 lines; at most 40',
    ]);
  });

  it('reads the pages at the root, in docs and beside the code, and none of packages', () => {
    const root = mkdtempSync(join(tmpdir(), 'cairn-prose-'));
    const plant = (folder: string, page: string) => {
      mkdirSync(join(root, folder), { recursive: true });
      writeFileSync(join(root, folder, page), `${words(41)}.`);
    };
    plant('.', 'README.md');
    plant('docs/decisions', '0001-a.md');
    plant('svc-graph/src/query', 'CONTEXT.md');
    plant('node_modules/a', 'README.md');
    plant('svc-graph/node_modules/a', 'README.md');
    expect(findProseFaults(root).map((fault) => fault.split(':')[0])).toEqual([
      'README.md',
      'docs/decisions/0001-a.md',
      'svc-graph/src/query/CONTEXT.md',
    ]);
  });
});
