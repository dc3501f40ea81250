import type { Explanation, OutputOf, RelationDiagram, queryContract } from '@cairn/contracts';
import type { Catalogue, Kind, Relation } from '@cairn/entities';
import { Query, leavesOf } from '@cairn/query';
import { withSort } from '../query/plan/formulas.ts';
import type { Param } from '../query/dialect/sql.ts';
import type { Plan } from '../query/plan/plan.ts';
import { fieldNamed } from '../query/plan/rows.ts';
import { fieldOf } from '../query/plan/scope.ts';
import type { QueryScope } from '../query/plan/scope.ts';
import { cellOf } from '../query/table.ts';
import { answerGroups, groupsPage, groupsPlan } from '../query/results/groups.ts';
import { scopeOf } from '../query/query-scope.ts';
import type { ReadContext } from '../query/read-graph.ts';
import { analysePlan } from '../query/run-plan.ts';

type Explained = OutputOf<typeof queryContract.explain>;
type Way = RelationDiagram['relations'][number];

/** How often each action happened to each kind; the most frequent come first. */
const ACTIONS = Query.parse({
  select: ['Event'],
  groupBys: ['Event.action', 'Event.entityType'],
  aggregations: [{ target: 'Event', attribute: 'uuid', reducer: 'count' }],
});

const drawn = ({ name, label, icon, color }: Kind) => ({ name, label, icon, color });

const wayOf = (from: Kind, { name, target, label, many }: Relation): Way => ({
  from: from.name,
  name,
  to: target,
  label,
  many,
});

/** Every path of relations that the query takes from its selected kind. */
function pathsOf(query: Query, plan: Plan, scope: QueryScope): (readonly Relation[])[] {
  const measured = [...query.groupBys, ...query.aggregations];
  const filters = [...query.filters, ...query.aggregations.flatMap((each) => each.filters ?? [])];
  const named = plan.node === 'groups' ? [...measured, ...leavesOf(filters)] : leavesOf(filters);
  const fields = named.map((name) => fieldOf(scope, name));
  if (plan.node === 'rows') {
    const targets = plan.projections.map(({ column }) => column.target ?? scope.kind.name);
    fields.push(...withSort(query.order, query.sort).map(({ by }) => fieldNamed(by, scope)));
    return [
      ...fields.map(({ path }) => path),
      ...targets.map((target) => scope.catalogue.path(scope.kind.name, target) ?? []),
    ];
  }
  return fields.map(({ path }) => path);
}

function touchedBy(
  paths: readonly (readonly Relation[])[],
  { catalogue, kind }: QueryScope,
): RelationDiagram {
  const kinds = new Map([[kind.name, kind]]);
  const ways = new Map<string, Way>();
  for (const path of paths) {
    let from = kind;
    for (const step of path) {
      const to = catalogue.kind(step.target);
      if (!to) throw new Error(`the catalogue has no ${step.target}`);
      ways.set(`${from.name}.${step.name}`, wayOf(from, step));
      kinds.set(to.name, to);
      from = to;
    }
  }
  return { kinds: [...kinds.values()].map(drawn), relations: [...ways.values()] };
}

const wholeRelations = ({ kinds }: Catalogue): RelationDiagram => ({
  kinds: kinds.map(drawn),
  relations: kinds.flatMap((kind) => kind.relations.map((relation) => wayOf(kind, relation))),
});

const textOf = (cell: unknown) => (typeof cell === 'string' ? cell : null);

async function wholeActions(scope: QueryScope, context: ReadContext): Promise<Explanation['wholeActions']> {
  const { catalogue, now } = scope;
  const events = scopeOf(ACTIONS, catalogue, now);
  const page = groupsPage(ACTIONS);
  const { table, meta } = await answerGroups(groupsPlan(ACTIONS, events, page), events, page, context);
  const [action, entityType, count] = table.vectors;
  if (!action || !entityType || !count) throw new Error('the actions have lost a column');
  const actions = Array.from({ length: table.rowCount }, (_, row) => ({
    action: textOf(cellOf(action, row)),
    entityType: textOf(cellOf(entityType, row)),
    count: Number(cellOf(count, row)),
  }));
  const seen = new Set(actions.map((each) => each.entityType));
  const kinds = catalogue.kinds.filter(({ name }) => seen.has(name)).map(drawn);
  return { kinds, actions, total: meta.total };
}

/** The name of a zone stands for its hundreds of offsets, which nobody reads. */
const withoutOffsets = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'zone' in value && 'stretches' in value ? value.zone : value;

const readable = (plan: Plan) => JSON.parse(JSON.stringify(plan, withoutOffsets)) as Record<string, unknown>;

/** How many values of a long list are shown. */
const SHOWN = 100;

function paramOf(param: Param): Explanation['params'][number] {
  const { type } = param;
  if ('list' in param) {
    const { length } = param.list;
    const more = length > SHOWN ? `, and ${length - SHOWN} more` : '';
    return { type: `${type}[]`, value: param.list.slice(0, SHOWN).join(', ') + more };
  }
  return { type, value: type === 'datetime' ? new Date(Number(param.value)).toISOString() : param.value };
}

/** Explains a query: the kinds it touches, its plan, statement and values, and a timed run. */
export async function explainQuery(
  query: Query,
  plan: Plan,
  scope: QueryScope,
  context: ReadContext,
): Promise<Explained> {
  const { plan: passed, statement, text, milliseconds } = await analysePlan(plan, context);
  return {
    data: {
      touched: touchedBy(pathsOf(query, plan, scope), scope),
      wholeRelations: wholeRelations(scope.catalogue),
      wholeActions: await wholeActions(scope, context),
      plan: readable(passed),
      sql: statement.text,
      params: statement.values.map(paramOf),
      timing: { milliseconds, analysis: text },
    },
    meta: { dataVersion: context.dataVersion },
  };
}
