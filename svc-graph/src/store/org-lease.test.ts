import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OrgId } from '@cairn/contracts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GraphStores } from './graph-stores.ts';
import { writerOf } from './graph-writer.ts';
import { KnownGraphs } from './known-graphs.ts';
import { NotOwnedError, type OrgLease } from './org-lease.ts';
import { replaceRow } from './statement.ts';

const acme = OrgId.parse('acme');
const OPEN = `require('@duckdb/node-api').DuckDBInstance.create(process.argv[1], {})
  .then(() => console.log('opened'), (error) => console.log(error.message))`;

let folder: string;
let stores: GraphStores;
let isOwned: boolean;

/** A lease that is there, or is not. */
const lease: OrgLease = {
  taken: 0,
  owns: () => isOwned,
  hold: async () => lease.check(),
  check: () => {
    if (!isOwned) throw new NotOwnedError();
  },
  alone: (work) => work(),
};
const file = () => join(folder, 'graph/acme.duckdb');

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-lease-'));
  stores = new GraphStores(folder, { lease });
  isOwned = true;
});
afterEach(async () => {
  await stores.close();
  rmSync(folder, { recursive: true });
});

describe('the file of an org', () => {
  it('is not opened by a process that does not own the org, which is no problem of the file', async () => {
    isOwned = false;
    await expect(stores.open(acme)).rejects.toMatchObject({ code: 'unavailable', retryAfter: 5 });
    expect(existsSync(file())).toBe(false);
    expect(stores.problems()).toEqual([]);
    isOwned = true;
    await stores.open(acme);
    expect(await stores.orgs()).toEqual([acme]);
    isOwned = false;
    expect(await stores.orgs()).toEqual([]);
    expect(await stores.everyOrg()).toEqual([acme]);
  });

  it('stays as it is once its owner may no longer write', async () => {
    const store = await stores.open(acme);
    const written = [replaceRow('Meta', ['late', '1'])];
    isOwned = false;
    await expect(writerOf(store).commit(written)).rejects.toBeInstanceOf(NotOwnedError);
    expect(await store.meta('late')).toBeUndefined();
    isOwned = true;
    await writerOf(store).commit(written);
    expect(await store.meta('late')).toBe('1');
  });

  it('is kept from other processes by its lock, also after it was copied', async () => {
    const store = await stores.open(acme);
    await store.copyTo(join(folder, 'copy.duckdb'));
    await expect(store.copyTo(join(folder, 'copy.duckdb'))).rejects.toMatchObject({ code: 'conflict' });
    const opened = execFileSync(process.execPath, ['-e', OPEN, file()], { encoding: 'utf8' });
    expect(opened).toContain('Could not set lock');
  });
});

it('every process keeps what the others noted in the list of known graphs', async () => {
  const known = [0, 1].map(() => new KnownGraphs(folder, (work) => work()));
  await Promise.all(known.map((each) => each.all()));
  for (const [index, each] of known.entries()) await each.keep(OrgId.parse(`org-${String(index)}`));
  expect(JSON.parse(readFileSync(join(folder, 'graphs.json'), 'utf8'))).toEqual({
    'org-0': 'kept',
    'org-1': 'kept',
  });
});
