import { compile, compileCount } from './dialect/dialect.ts';
import type { CompiledStatement } from './dialect/sql.ts';
import type { CountedTable, SpooledRows } from './engine/engine.ts';
import { finish, finishSpool } from './finish.ts';
import { runPasses } from './passes/passes.ts';
import type { Plan, RowsPlan } from './plan/plan.ts';
import type { ReadContext } from './read-graph.ts';
import type { Table } from './table.ts';

const passesOver = (plan: Plan, { tenant, audience, optimise }: ReadContext) =>
  runPasses(plan, tenant, { audience, optimise });

/** Runs a plan: passes, compile, run, finish. */
export async function runPlan(plan: Plan, context: ReadContext): Promise<Table> {
  const statement = compile(passesOver(plan, context), context.dialect);
  const table = await context.engine.run(statement, context.signal);
  return finish(plan, table);
}

/** Runs a plan of many rows. They stream while the engine reads them, if it can. */
export async function streamPlan(plan: RowsPlan, context: ReadContext): Promise<CountedTable> {
  const { dialect, engine, signal } = context;
  const passed = passesOver(plan, context);
  const rows = compile(passed, dialect);
  if (!engine.runStreamed) return { table: await engine.run(rows, signal), total: null };
  const { limit, offset } = plan;
  return engine.runStreamed({ rows, counted: compileCount(passed, dialect), limit, offset }, signal);
}

/** Spools every row of a plan. The rows outlive the snapshot until they are released. */
export async function spoolPlan(plan: Plan, { tenant, audience, dialect, engine, signal }: ReadContext) {
  const passed = runPasses(plan, tenant, { audience, most: plan.limit });
  const rows: SpooledRows = await engine.spool(compile(passed, dialect), signal);
  return finishSpool(plan, rows);
}

function numberIn(table: Table): number {
  const vector = table.vectors[0];
  return vector?.type === 'number' ? (vector.values[0] ?? 0) : 0;
}

/** Counts the rows of a plan without its limit and offset. */
export async function countPlan(plan: Plan, context: ReadContext): Promise<number> {
  const statement = compileCount(passesOver(plan, context), context.dialect);
  return numberIn(await context.engine.run(statement, context.signal));
}

/** A plan after its passes, its statement, and the engine's profile of a run. */
export interface PlanAnalysis {
  readonly plan: Plan;
  readonly statement: CompiledStatement;
  readonly text: string;
  readonly milliseconds: number;
}

/** Runs a plan for the engine's profile; its rows are not read. */
export async function analysePlan(plan: Plan, context: ReadContext): Promise<PlanAnalysis> {
  const passed = passesOver(plan, context);
  const statement = compile(passed, context.dialect);
  const start = performance.now();
  const text = await context.engine.analyse(statement, context.signal);
  const milliseconds = Math.round((performance.now() - start) * 10) / 10;
  return { plan: passed, statement, text, milliseconds };
}
