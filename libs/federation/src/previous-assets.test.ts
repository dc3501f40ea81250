import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { keepAssets, previousOf } from './previous-assets.ts';

const HOUR_MS = 3_600_000;
const NOON = Date.parse('2026-11-22T12:00:00Z');
let dir: string;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'cairn-previous-'));
});

/** A build by the bundler, which cleans its folder first. */
function build(...names: string[]): void {
  rmSync(join(dir, 'dist'), { recursive: true, force: true });
  mkdirSync(join(dir, 'dist/assets'), { recursive: true });
  for (const name of names) writeFileSync(join(dir, 'dist/assets', name), name);
}
const kept = () => readdirSync(join(previousOf(dir), 'assets')).toSorted();

describe('the chunks of the version before', () => {
  it('are kept when a new build replaces them, without source maps and compressed files', () => {
    build('a.0123456789.js', 'a.0123456789.js.br', 'a.0123456789.css', 'a.0123456789.js.map');
    keepAssets(dir, NOON);
    build('b.0123456789.js');
    expect(kept()).toEqual(['a.0123456789.css', 'a.0123456789.js']);
  });

  it('stay through several builds of a day, and go after it', () => {
    build('a.0123456789.js');
    keepAssets(dir, NOON);
    build('b.0123456789.js');
    keepAssets(dir, NOON + 20 * HOUR_MS);
    expect(kept()).toEqual(['a.0123456789.js', 'b.0123456789.js']);
    build('c.0123456789.js');
    keepAssets(dir, NOON + 30 * HOUR_MS);
    expect(kept()).toEqual(['b.0123456789.js', 'c.0123456789.js']);
  });

  it('are none before the first build', () => {
    keepAssets(dir, NOON);
    expect(kept()).toEqual([]);
  });
});
