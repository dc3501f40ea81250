import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OrgId } from '@cairn/contracts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GraphStores } from '../store/graph-stores.ts';
import { NEW_SOURCE, addSource, type SourceState } from '../store/source-row.ts';
import { CONNECTORS } from './connectors.ts';
import { readSourceHealth } from './source-health.ts';

const acme = OrgId.parse('acme');
let folder: string;
let stores: GraphStores;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-health-'));
  stores = new GraphStores(folder);
});
afterEach(async () => {
  await stores.close();
  rmSync(folder, { recursive: true });
});

type Progress = Pick<SourceState['progress'], 'state' | 'current'>;

async function pendingOf(type: string, { state, current }: Progress, cursor: unknown) {
  const progress = { state, current, counts: {} };
  const row = { id: `${type}:${state}:${String(current)}:${String(cursor)}`, type, name: type, settings: {} };
  await addSource(await stores.open(acme), { ...row, state: { ...NEW_SOURCE, cursor, progress } });
  return (await readSourceHealth(stores, CONNECTORS, acme)).at(-1)?.pending;
}

describe('what answers say while a source is read', () => {
  it('is that renames are not yet joined, until the changes of a repository are read', async () => {
    const note = { phase: 'diff', kind: 'SourceFile', words: 'Renames not yet joined' };
    expect(await pendingOf('git', { state: 'waiting', current: null }, null)).toEqual(note);
    expect(await pendingOf('git', { state: 'running', current: 'log' }, null)).toEqual(note);
    expect(await pendingOf('git', { state: 'running', current: 'diff' }, null)).toEqual(note);
    expect(await pendingOf('git', { state: 'running', current: 'diff' }, 'read before')).toEqual(note);
    expect(await pendingOf('git', { state: 'running', current: 'merges' }, 'read before')).toEqual(note);
    expect(await pendingOf('git', { state: 'failed', current: 'diff' }, 'read before')).toEqual(note);
  });

  it('is nothing once they are, while only history is read on, and of other sources', async () => {
    expect(await pendingOf('git', { state: 'done', current: 'diff' }, 'read')).toBeUndefined();
    expect(await pendingOf('git', { state: 'running', current: 'log' }, 'read before')).toBeUndefined();
    expect(await pendingOf('simulated', { state: 'running', current: 'simulate' }, null)).toBeUndefined();
  });
});
