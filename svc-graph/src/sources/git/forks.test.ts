import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { OrgId, Rows } from '@cairn/contracts';
import type { QueryInput } from '@cairn/query';
import { silentLog, testTokens } from '@cairn/service-kit/testing';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { asksClickhouse, chdbGraphs, type ChdbGraphs } from '../../../test/chdb/chdb-graphs.ts';
import { GitFixture, commitFile, git } from '../../../test/git-fixture.ts';
import { createApp } from '../../app.ts';
import { CONNECTORS } from '../connectors.ts';
import { Jobs } from '../jobs.ts';

const at = new GitFixture();
const acme = OrgId.parse('acme');
const lines = (count: number) => 'x\n'.repeat(count);

/** A repository of two commits with 10 and 5 lines, and a fork of it with a commit of 7. */
beforeEach(async () => {
  const engine = at.emptyRepository('engine');
  git(engine, 'remote', 'add', 'origin', 'git@git.example.com:ada/engine.git');
  commitFile(engine, 'a.ts', lines(10));
  commitFile(engine, 'b.md', lines(5));
  const fork = join(at.folder, 'fork');
  execFileSync('cp', ['-r', engine, fork]);
  git(fork, 'remote', 'set-url', 'origin', 'git@git.example.com:grace/engine.git');
  commitFile(fork, 'c.ts', lines(7));
  await at.ingest(engine);
  await at.ingest(fork);
});

const added = { target: 'Commit', attribute: 'additions', reducer: 'sum' } as const;
const addedInFiles = { target: 'SourceFile', attribute: 'linesAdded', reducer: 'sum' } as const;

const tokens = await testTokens();
let jobs: Jobs;
let app: ReturnType<typeof createApp>;
let chdb: ChdbGraphs | undefined;
beforeEach(async () => {
  const log = silentLog();
  chdb = asksClickhouse() ? await chdbGraphs(at.graphs, log) : undefined;
  jobs = new Jobs({ stores: at.graphs, log, connectors: CONNECTORS });
  const deps = {
    graphs: at.graphs,
    searched: chdb?.graphs,
    jobs,
    connectors: CONNECTORS,
    verifier: tokens.verifier,
    log,
  };
  app = createApp({ ...deps, registry: new Registry() });
});
afterEach(async () => {
  await chdb?.close();
  await jobs.close();
});

/** The cells of an answer, without names of columns, and its overlap sentences. */
async function ask(query: QueryInput) {
  const answer = await app.request(`/api/${acme}/graph-search/group-bys`, {
    method: 'POST',
    headers: { ...(await tokens.headers({ orgId: acme })), accept: 'application/json' },
    body: JSON.stringify(query),
  });
  const { data, columns } = Rows.parse(await answer.json());
  const order = (row: unknown[]) => JSON.stringify(row);
  return {
    rows: data
      .map((row) => columns.map(({ key }) => row[key]))
      .toSorted((a, b) => (order(a) < order(b) ? -1 : 1)),
    overlaps: columns.flatMap(({ overlap }) => overlap ?? []),
  };
}

const commits = (query: QueryInput) => ask({ select: ['Commit'], ...query });

const where = (target: string, attribute: string, value: string) => ({
  target,
  attribute,
  comparison: { IN: [value] },
});

describe('what a fork shares with what it was made from', () => {
  it('counts once in totals of the org, by kinds of files, and in the files of one repository', async () => {
    const totals: [string, QueryInput, unknown[][]][] = [
      ['lines of commits', { aggregations: [added] }, [[22]]],
      ['lines in files', { aggregations: [addedInFiles] }, [[22]]],
      [
        'lines by extension',
        { groupBys: [{ target: 'SourceFile', attribute: 'extension' }], aggregations: [addedInFiles] },
        [
          ['md', 5],
          ['ts', 17],
        ],
      ],
      [
        'lines that files got',
        {
          select: ['SourceFile'],
          aggregations: [{ target: 'Commit', attribute: 'linesAdded', reducer: 'sum' }],
        },
        [[22]],
      ],
      [
        'lines in files of commits in the fork',
        { filters: [where('Repository', 'fullName', 'fork')], aggregations: [addedInFiles] },
        [[22]],
      ],
      [
        'lines in files of the repository itself',
        { filters: [where('SourceFile.Repository', 'fullName', 'engine')], aggregations: [addedInFiles] },
        [[15]],
      ],
    ];
    for (const [name, query, expected] of totals) expect((await commits(query)).rows, name).toEqual(expected);
  });

  it('counts in each repository that has it, in commits and in files, and says so', async () => {
    const expected = [
      ['engine', 15],
      ['fork', 22],
    ];
    const groupBys = [{ target: 'Repository', attribute: 'fullName' }];
    const whole = await commits({ groupBys, aggregations: [added] });
    expect(whole).toEqual({ rows: expected, overlaps: ['Whole commits, counted once in each group.'] });
    const inFiles = await commits({ groupBys, aggregations: [addedInFiles] });
    expect(inFiles).toEqual({ rows: expected, overlaps: ['Whole files, counted once in each group.'] });
    const ofFiles = [{ target: 'SourceFile.Repository', attribute: 'fullName' }];
    expect((await commits({ groupBys: ofFiles, aggregations: [addedInFiles] })).rows).toEqual(expected);
    const uuids = `SELECT f.uuid::VARCHAR AS uuid FROM "SourceFile" f JOIN "Repository" r ON r.uuid = f."repositoryUuid"
      WHERE f.path = 'a.ts' ORDER BY r."fullName"`;
    for (const { uuid } of await at.store.rows<{ uuid: string }>(uuids))
      expect(
        (await commits({ filters: [where('SourceFile', 'uuid', uuid)], aggregations: [addedInFiles] })).rows,
      ).toEqual([[10]]);
  });
});
