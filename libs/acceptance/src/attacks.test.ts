import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = new URL('../../..', import.meta.url).pathname;
const ROW = /^\| (?<attack>[^|]+?) \| (?<fact>[^|]+?) \| \[[^\]]+\]\(\.\.\/(?<file>[^)]+)\) +\|$/;

interface Row {
  readonly attack: string;
  readonly fact: string;
  readonly file: string;
}
const rows = readFileSync(join(ROOT, 'docs/attacks.md'), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const row = ROW.exec(line)?.groups;
    return row ? [row as unknown as Row] : [];
  });

describe('the list of attacks', () => {
  it('has no line that this test cannot read', () => {
    const lines = readFileSync(join(ROOT, 'docs/attacks.md'), 'utf8').split('\n');
    const table = lines.filter((line) => line.startsWith('|')).slice(2);
    expect(table.filter((line) => !ROW.test(line))).toEqual([]);
    expect(rows.map(({ attack }) => attack)).toEqual([...new Set(rows.map(({ attack }) => attack))]);
  });

  it.each(rows)('$attack: a test says that $fact', ({ fact, file }) => {
    expect(readFileSync(join(ROOT, file), 'utf8')).toContain(fact);
  });
});
