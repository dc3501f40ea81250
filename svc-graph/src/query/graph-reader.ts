import type { OrgId } from '@cairn/contracts';
import { compile, compileTotal } from './dialect/dialect.ts';
import type { Statement } from './dialect/sql.ts';
import type { Aside, Counted } from './engine/engine.ts';
import { inTurn } from './engine/queue.ts';
import type { TurnDeps } from './engine/queue.ts';
import type { OrgGraph, OrgGraphs } from './graph.ts';
import { finished, finishedAside } from './finish.ts';
import { runPasses } from './passes/passes.ts';
import type { Plan, RowsPlan } from './plan/plan.ts';
import type { Table } from './table.ts';

export interface ReadingDeps extends TurnDeps {
  readonly graphs: OrgGraphs;
}

/** What became of a plan, and what the engine says of running it. */
export interface Analysis {
  readonly plan: Plan;
  readonly statement: Statement;
  readonly text: string;
  readonly milliseconds: number;
}

/** What a question may do with the data of one org, all of it at once admitted and under one time limit. */
export interface Reading {
  readonly dataVersion: number;
  /** The statement that a plan becomes, for the ETag. */
  statement(plan: Plan): Statement;
  rows(plan: Plan): Promise<Table>;
  /** Many rows that are only handed on: where the engine can, while it still reads them, and counted. */
  rowsInParts(plan: RowsPlan): Promise<Counted>;
  /** Every row of a plan, however many, kept beyond this reading until they are released. */
  whole(plan: Plan): Promise<Aside>;
  /** How many rows a plan has without limit and offset. */
  total(plan: Plan): Promise<number>;
  /** Runs a plan to tell how it is run; its rows are not read. */
  analyse(plan: Plan): Promise<Analysis>;
}

async function analysed(plan: Plan, { rules, engine }: OrgGraph, signal: AbortSignal): Promise<Analysis> {
  const statement = compile(plan, rules);
  const start = performance.now();
  const text = await engine.analyse(statement, signal);
  const milliseconds = Math.round((performance.now() - start) * 10) / 10;
  return { plan, statement, text, milliseconds };
}

function numberIn(table: Table): number {
  const vector = table.vectors[0];
  return vector?.type === 'number' ? (vector.values[0] ?? 0) : 0;
}

function readingOf(graph: OrgGraph, dataVersion: number, orgId: OrgId, signal: AbortSignal): Reading {
  const { engine, rules } = graph;
  const tenant = { org: orgId, version: dataVersion };
  const passed = (plan: Plan) => runPasses(plan, tenant, { faster: graph.faster?.(dataVersion) });
  return {
    dataVersion,
    // However the engine comes to it, the same question has the same tag.
    statement: (plan) => compile(runPasses(plan, tenant), rules),
    whole: async (plan) => {
      const aside = await engine.setAside(
        compile(runPasses(plan, tenant, { most: plan.limit }), rules),
        signal,
      );
      return finishedAside(plan, aside);
    },
    rows: async (plan) => finished(plan, await engine.run(compile(passed(plan), rules), signal)),
    rowsInParts: async (plan) => {
      const [statement, counted] = [compile(passed(plan), rules), compileTotal(passed(plan), rules)];
      if (!engine.runInParts) return { table: await engine.run(statement, signal), total: null };
      const { limit, offset } = plan;
      return engine.runInParts({ rows: statement, counted, limit, offset }, signal);
    },
    total: async (plan) => numberIn(await engine.run(compileTotal(passed(plan), rules), signal)),
    analyse: (plan) => analysed(passed(plan), graph, signal),
  };
}

/** Lets a question read an org's graph when it is its turn, until its caller goes away or its time is over. */
export function read<T>(
  deps: ReadingDeps,
  orgId: OrgId,
  caller: AbortSignal,
  question: (reading: Reading) => Promise<T>,
): Promise<T> {
  return inTurn(deps, orgId, caller, async (signal) => {
    const graph = await deps.graphs.open(orgId);
    // Before the data: an answer may be newer than it says, never older.
    const version = await graph.dataVersion();
    const held = await graph.hold?.();
    try {
      const engine = held?.engine ?? graph.engine;
      return await question(readingOf({ ...graph, engine }, version, orgId, signal));
    } finally {
      held?.letGo();
    }
  });
}
