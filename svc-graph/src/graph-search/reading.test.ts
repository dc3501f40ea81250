import { describe, expect, it } from 'vitest';
import { Admission } from '../query/engine/admission.ts';
import { ACME, searchFixture } from './fixture.ts';
import { read } from './reading.ts';
import type { OrgGraph } from './reading.ts';

/** A graph whose questions end only when they are interrupted, as the store ends them. */
function endless(): { graph: OrgGraph; started: Promise<void> } {
  let start = () => {};
  const started = new Promise<void>((resolve) => {
    start = resolve;
  });
  const graph: OrgGraph = {
    dataVersion: async () => 1,
    run: (_sql, _params, { signal }) =>
      new Promise((_, reject) => {
        start();
        signal?.addEventListener('abort', () => reject(new Error('interrupted')));
      }),
  };
  return { graph, started };
}

const deps = (graph: OrgGraph, timeLimit: number) => ({
  graphs: { open: async () => graph },
  admission: new Admission({ inAll: 1, perOrg: 1, waitingPerOrg: 5 }),
  timeLimit,
});

const forever = (graph: OrgGraph, timeLimit: number, signal: AbortSignal) =>
  read(deps(graph, timeLimit), ACME, signal, async () => graph.run('', [], { signal }));

describe('a question', () => {
  it('that takes too long says so, with what to do', async () => {
    const { graph } = endless();
    const question = read(deps(graph, 30), ACME, new AbortController().signal, (reading) =>
      reading.rows({
        node: 'rows',
        base: {
          table: 'Commit',
          alias: 'b',
          mortal: true,
          keepsHistory: false,
          livingOnly: false,
          tenant: null,
        },
        joins: [],
        where: [],
        projections: [],
        hidden: [],
        order: [],
        limit: 1,
        offset: 0,
      }),
    );
    await expect(question).rejects.toMatchObject({
      code: 'query_timeout',
      message: expect.stringContaining('A shorter date range') as string,
    });
  });

  it('whose caller goes away is interrupted, and not called a timeout', async () => {
    const { graph, started } = endless();
    const caller = new AbortController();
    const question = forever(graph, 60_000, caller.signal);
    await started;
    caller.abort();
    await expect(question).rejects.toThrow('interrupted');
  });

  it('over HTTP ends with 503 at the time limit, in real DuckDB', async () => {
    const fixture = await searchFixture({ timeLimit: 250 });
    await fixture.graph.run(
      `INSERT INTO "Commit" (uuid, name, message, "committedAt") SELECT uuid(), repeat('abc ', 200) || range, repeat('xyz ', 2000) || range, TIMESTAMP '2024-01-01' FROM range(40000)`,
    );
    const terms = Array.from({ length: 60 }, (_, index) => `"nothing ${index}"`).join(' OR ');
    const answer = await fixture.post('group-bys', {
      select: ['Commit'],
      search: terms,
      groupBys: ['Commit.message'],
    });
    expect(answer.status).toBe(503);
    expect(await answer.text()).toContain('query_timeout');
    await fixture.close();
  });
});
