import { AppError } from '@cairn/contracts';
import { compile, compileCount, compileWithheld } from './dialect/dialect.ts';
import type { CompiledStatement } from './dialect/sql.ts';
import type { CountedTable, SpooledRows } from './engine/engine.ts';
import { finish, finishSpool } from './finish.ts';
import { LEAST_PEOPLE, countByPeople } from './passes/limit-people.ts';
import { runPasses } from './passes/passes.ts';
import type { GroupsPlan, Plan, RowsPlan } from './plan/plan.ts';
import type { ReadContext } from './read-graph.ts';
import { cellOf } from './table.ts';
import type { Table } from './table.ts';

const passesOver = (plan: Plan, { tenant, audience, optimise }: ReadContext) =>
  runPasses(plan, tenant, { audience, optimise });

/** The words of a refusal of rows that are those of few people. */
export const FEW_MESSAGE = `This organization shows what fewer than ${LEAST_PEOPLE} people did together only to them, the leads of their teams and admins. Choose more people, or leave the condition on them out.`;

/** Refuses rows that a condition on people narrows to few of them. */
async function refuseFew(plan: Plan, context: ReadContext): Promise<void> {
  const counted = plan.node === 'rows' && context.audience !== null ? countByPeople(plan) : null;
  if (!counted) return;
  const { vectors } = await runPlan(counted, context);
  if (!vectors[0] || cellOf(vectors[0], 0) === null) throw new AppError('forbidden', FEW_MESSAGE);
}

/** Runs a plan: passes, compile, run, finish. */
export async function runPlan(plan: Plan, context: ReadContext): Promise<Table> {
  await refuseFew(plan, context);
  const statement = compile(passesOver(plan, context), context.dialect);
  const table = await context.engine.run(statement, context.signal);
  return finish(plan, table);
}

/** Runs a plan of many rows. They stream while the engine reads them, if it can. */
export async function streamPlan(plan: RowsPlan, context: ReadContext): Promise<CountedTable> {
  await refuseFew(plan, context);
  const { dialect, engine, signal } = context;
  const passed = passesOver(plan, context);
  const rows = compile(passed, dialect);
  if (!engine.runStreamed) return { table: await engine.run(rows, signal), total: null };
  const { limit, offset } = plan;
  return engine.runStreamed({ rows, counted: compileCount(passed, dialect), limit, offset }, signal);
}

/** Spools every row of a plan. The rows outlive the snapshot until they are released. */
export async function spoolPlan(plan: Plan, context: ReadContext) {
  await refuseFew(plan, context);
  const { tenant, audience, dialect, engine, signal } = context;
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
  await refuseFew(plan, context);
  const statement = compileCount(passesOver(plan, context), context.dialect);
  return numberIn(await context.engine.run(statement, context.signal));
}

/** Counts the groups that are withheld from the caller, because few people are in them or their total would tell. */
export async function countWithheld(plan: GroupsPlan, context: ReadContext): Promise<number> {
  const passed = passesOver(plan, context);
  if (passed.node !== 'groups' || !passed.withheld) return 0;
  return numberIn(await context.engine.run(compileWithheld(passed, context.dialect), context.signal));
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
