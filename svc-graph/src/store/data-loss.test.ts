import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OrgId } from '@cairn/contracts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readLoss } from './data-loss.ts';
import { GraphStores } from './graph-stores.ts';
import { readOutbox } from './outbox.ts';

const acme = OrgId.parse('acme');
const umbrella = OrgId.parse('umbrella');
let data: string;
let stores: GraphStores;

const fileOf = (orgId: string) => join(data, 'graph', `${orgId}.duckdb`);
const lossOf = async (orgId: OrgId) => readLoss(await stores.open(orgId));
const toldIn = async (orgId: OrgId) =>
  (await readOutbox(await stores.open(orgId))).map((message) => message.kind === 'source' && message.error);
const lostFiles = () => stores.problems().map(({ code, file }) => [code, file]);

/** Ends the process and starts the next one, with what happened to the files in between. */
async function restart(meanwhile: () => void = () => undefined): Promise<void> {
  await stores.close();
  meanwhile();
  stores = new GraphStores(data);
  await stores.openLost();
}

beforeEach(async () => {
  data = mkdtempSync(join(tmpdir(), 'cairn-lost-'));
  stores = new GraphStores(data);
  for (const orgId of [acme, umbrella]) await stores.open(orgId);
});
afterEach(async () => {
  await stores.close();
  rmSync(data, { recursive: true });
});

describe('an org whose file is gone', () => {
  it('has a new one at the next start, and the loss is told on the terminal, to its admins and on its pages', async () => {
    await restart(() => rmSync(fileOf(acme)));
    expect(lostFiles()).toEqual([['lost_graph', fileOf(acme)]]);
    expect(await lossOf(acme)).toMatchObject({ words: expect.stringContaining('merged people') });
    expect(await toldIn(acme)).toEqual([expect.stringContaining('backup')]);
    expect(await lossOf(umbrella)).toBeNull();
    expect(await toldIn(umbrella)).toEqual([]);
  });

  it('says so for good, and is told once', async () => {
    await restart(() => rmSync(fileOf(acme)));
    const loss = await lossOf(acme);
    await restart();
    expect(await lossOf(acme)).toEqual(loss);
    expect(await toldIn(acme)).toHaveLength(1);
    expect(lostFiles()).toEqual([]);
  });

  it('is whole again with a restored file, which knows nothing of the loss', async () => {
    await restart(() => {
      copyFileSync(fileOf(acme), join(data, 'backup'));
      rmSync(fileOf(acme));
    });
    await restart(() => {
      rmSync(`${fileOf(acme)}.wal`, { force: true });
      copyFileSync(join(data, 'backup'), fileOf(acme));
    });
    expect(await lossOf(acme)).toBeNull();
    expect(lostFiles()).toEqual([]);
  });

  it('is told also where the process was killed before it could say so', async () => {
    await restart(() => writeFileSync(join(data, 'graphs.json'), JSON.stringify({ acme: 'lost' })));
    await stores.open(acme);
    expect(await lossOf(acme)).not.toBeNull();
    expect(JSON.parse(readFileSync(join(data, 'graphs.json'), 'utf8'))).toMatchObject({ acme: 'kept' });
  });
});

it('an org that never had a file, and a load set that was deleted, have lost nothing', async () => {
  const load = OrgId.parse('org-load-10k');
  await stores.open(load);
  await restart(() => rmSync(fileOf(load)));
  expect(existsSync(fileOf(load))).toBe(false);
  expect(await lossOf(load)).toBeNull();
  expect(await lossOf(OrgId.parse('newcomer'))).toBeNull();
  expect(lostFiles()).toEqual([]);
});

it('a damaged list of orgs is begun anew by the files that are there', async () => {
  await restart(() => writeFileSync(join(data, 'graphs.json'), '{"acme":'));
  for (const orgId of [acme, umbrella]) expect(await lossOf(orgId)).toBeNull();
  await restart(() => rmSync(fileOf(umbrella)));
  expect(lostFiles()).toEqual([['lost_graph', fileOf(umbrella)]]);
});
