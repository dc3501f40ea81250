import { AppError } from '@cairn/contracts';
import type {
  Aggregate,
  Expr,
  Grain,
  GroupsPlan,
  Join,
  Plan,
  Projection,
  RowsPlan,
  Scan,
} from '../plan/plan.ts';
import { operandsOf } from '../plan/plan.ts';
import { hideNames, namesIn } from './hide-names.ts';
import { NAMING } from './naming.ts';
import { PERSON, peopleGrain } from './people-in-rows.ts';

/** The people whose own measures a caller may see, by uuid; null for everybody's. */
export type Audience = readonly string[] | null;

/** The words of a refusal: why, and whom to ask. */
export const LIMITED_MESSAGE =
  'This organization shows the figures of one person only to them, the leads of their teams and admins. Ask an admin, who can change it under Settings, General.';

/** The fewest people, beside those whose figures the caller may see, of whom figures are shown together. */
export const LEAST_PEOPLE = 5;

/** Columns that many people share. */
const SHARED = new Set(['isBot', 'accountType', 'timezone', 'integration', 'deleted']);
/** Kinds whose every row is a measure of one person, with the columns that tell rows apart. */
const MEASURED: Readonly<Record<string, ReadonlySet<string>>> = {
  Flow: new Set(['uuid', 'name', 'externalId', 'sourceUrl', 'dayStart', 'dayEnd']),
};
/** What the list of people tells of them beside their own columns. */
const LISTED = new Set([PERSON, 'Team']);
/** Reducers whose value tells nothing of a single row. */
const COUNTS = new Set(['count', 'countDistinct']);

type Column = Extract<Expr, { node: 'column' }>;

/** The parts of a plan that stand over the same rows. */
type Part = Pick<Grain, 'base' | 'joins' | 'where'>;

const scansOf = ({ base, joins }: Pick<Part, 'base' | 'joins'>): readonly Scan[] => [
  base,
  ...joins.flatMap((join) => (join.node === 'hop' ? [join.scan] : [])),
];

/** Looks at one part of a plan: who its rows are about, and who may see that. */
class PartCheck {
  readonly #audience: ReadonlySet<unknown>;
  readonly #tables: ReadonlyMap<string, string>;
  readonly #elements: ReadonlyMap<string, Expr>;
  /** People of these aliases are among those whose measures may be seen. */
  readonly #confined: ReadonlySet<string>;

  constructor({ base, joins, where }: Part, audience: ReadonlySet<unknown>) {
    this.#audience = audience;
    this.#tables = new Map(scansOf({ base, joins }).map(({ alias, table }) => [alias, table]));
    this.#elements = new Map(
      joins.flatMap((join: Join) => (join.node === 'elements' ? [[join.alias, join.of] as const] : [])),
    );
    this.#confined = new Set(where.flatMap((expr) => this.#confines(expr)));
  }

  /** True when every row of the part is about somebody whose measures may be seen. */
  get isConfined(): boolean {
    return this.#confined.size > 0;
  }

  #confines(expr: Expr): readonly string[] {
    if (expr.node === 'all') return expr.of.flatMap((each) => this.#confines(each));
    return this.#isOwn(expr) && expr.of.node === 'column' ? [expr.of.alias] : [];
  }

  /** A condition that names only people of the audience tells nothing about others. */
  #isOwn(expr: Expr): expr is Extract<Expr, { node: 'oneOf' }> {
    if (expr.node !== 'oneOf' || expr.orMissing || expr.of.node !== 'column') return false;
    const { alias, name } = expr.of;
    const isPerson = this.#tables.get(alias) === PERSON && name === 'uuid';
    return isPerson && expr.values.every(({ value }) => this.#audience.has(value));
  }

  #isTelling({ alias, name }: Column): boolean {
    const table = this.#tables.get(alias) ?? '';
    if (table !== PERSON) return NAMING[table]?.has(name) ?? false;
    return !SHARED.has(name) && !this.#confined.has(alias);
  }

  /** True when an expression tells one person outside of the audience from another. */
  tells(expr: Expr): boolean {
    switch (expr.node) {
      case 'column':
        return this.#isTelling(expr);
      case 'element': {
        const of = this.#elements.get(expr.alias);
        return of !== undefined && this.tells(of);
      }
      case 'related':
      case 'among': {
        const where = expr.where ? [expr.where] : [];
        const joins = expr.node === 'among' ? expr.joins : [];
        const inner = new PartCheck({ base: expr.scan, joins, where }, this.#audience);
        return where.some((each) => inner.tells(each));
      }
      default:
        return !this.#isOwn(expr) && operandsOf(expr).some((each) => this.tells(each));
    }
  }
}

/** True when a condition reads only people and their teams, which everybody may list. */
function isListed(expr: Expr): boolean {
  if (expr.node === 'related') return LISTED.has(expr.scan.table) && (!expr.where || isListed(expr.where));
  if (expr.node === 'among') return scansOf({ base: expr.scan, joins: expr.joins }).every(isOfList);
  return operandsOf(expr).every(isListed);
}

const isOfList = ({ table }: Scan): boolean => LISTED.has(table);

/** True for the list of people itself, with what it says of them: their own columns and their teams. */
function listsPeople(part: Part, exprs: readonly Expr[]): boolean {
  if (part.base.table !== PERSON || !scansOf(part).every(isOfList)) return false;
  return [...part.where, ...exprs].every(isListed);
}

const expressionsOf = ({ identity, groups, inputs }: Grain) =>
  [...identity, ...groups, ...inputs].map(({ expr }: Projection) => expr);

const isListOfPeople = (grain: Grain): boolean => listsPeople(grain, expressionsOf(grain));

function grainTells(grain: Grain, audience: ReadonlySet<unknown>): boolean {
  if (isListOfPeople(grain)) return false;
  const check = new PartCheck(grain, audience);
  const exprs = new Map([...grain.identity, ...grain.inputs].map(({ name, expr }) => [name, expr]));
  const conditions = grain.aggregates.flatMap(({ filters }) => filters);
  // The first, last, least or greatest name is that of one person.
  const named = grain.aggregates.flatMap(({ reducer, input }) => (COUNTS.has(reducer) ? [] : [input]));
  const read = [...new Set([...conditions, ...named])].flatMap((name) => exprs.get(name) ?? []);
  const groups = grain.groups.map(({ expr }) => expr);
  if ([...groups, ...grain.where, ...read].some((expr) => check.tells(expr))) return true;
  const own = MEASURED[grain.base.table];
  const isRow = (expr: Expr) =>
    expr.node === 'column' && expr.alias === grain.base.alias && own?.has(expr.name);
  return own !== undefined && !check.isConfined && groups.some(isRow);
}

const isRowsOfPeople = (plan: RowsPlan): boolean =>
  listsPeople(
    plan,
    plan.hidden.map(({ expr }) => expr),
  );

/** Rows show what was done; only those of one person, and those that are measures, are refused. */
function rowsTell(plan: RowsPlan, audience: ReadonlySet<unknown>): boolean {
  if (isRowsOfPeople(plan)) return false;
  const check = new PartCheck(plan, audience);
  if (plan.base.table === PERSON && !check.isConfined) return true;
  if (plan.where.some((expr) => check.tells(expr))) return true;
  return MEASURED[plan.base.table] !== undefined && !check.isConfined;
}

/** The plan with the counts of people that decide which of its groups are shown. */
function withLeast(plan: GroupsPlan, audience: readonly string[]): GroupsPlan {
  const counted = plan.grains.flatMap((grain, index) =>
    isListOfPeople(grain) ? [] : (peopleGrain(grain, audience, `p${index}`) ?? []),
  );
  if (counted.length === 0) return plan;
  const counts = counted.flatMap(({ aggregates }) => aggregates.map(({ name }) => name));
  return { ...plan, grains: [...plan.grains, ...counted], withheld: { counts, least: LEAST_PEOPLE } };
}

/**
 * Refuses measures of single people outside of the audience: grouped by them, filtered to them, or their rows.
 * Withholds groups of few others, and hides the names of others in rows.
 */
export function limitPeople(audience: Audience): (plan: Plan) => Plan {
  if (audience === null) return (plan) => plan;
  const seen = new Set<unknown>(audience);
  return (plan) => {
    const tells =
      plan.node === 'rows' ? rowsTell(plan, seen) : plan.grains.some((grain) => grainTells(grain, seen));
    if (tells) throw new AppError('forbidden', LIMITED_MESSAGE);
    if (plan.node === 'groups') return withLeast(plan, audience);
    return isRowsOfPeople(plan) ? plan : hideNames(plan, audience);
  };
}

const ROWS: Aggregate = {
  name: 'rows',
  reducer: 'count',
  input: 'id',
  filters: [],
  moment: null,
  column: { key: 'rows', label: 'Rows', type: 'number', role: 'measure' },
};

/** The question how many rows there are, where a condition on people selects them; null where none does. */
export function countByPeople(plan: RowsPlan): GroupsPlan | null {
  if (isRowsOfPeople(plan) || !plan.where.some((expr) => concernsPeople(expr, plan))) return null;
  const { base, joins, where } = plan;
  const uuid: Expr = { node: 'column', alias: base.alias, name: 'uuid', type: 'uuid' };
  const identity = [{ name: 'id', expr: uuid }];
  const part = { base, joins, where, identity, distinct: false, groups: [], inputs: [] };
  return {
    node: 'groups',
    groups: [],
    grains: [{ ...part, aggregates: [ROWS] }],
    steps: [],
    formulas: [],
    having: [],
    columns: [ROWS.name],
    uncounted: true,
    order: [],
    limit: 1,
    offset: 0,
  };
}

/** The columns of rows in which the names of others are left out. */
export const hiddenIn = (plan: RowsPlan, audience: Audience): readonly string[] =>
  audience === null || isRowsOfPeople(plan) ? [] : namesIn(plan);

/** True when a condition selects rows by something about people. */
function concernsPeople(expr: Expr, part: Pick<Part, 'base' | 'joins'>): boolean {
  const people = new Set(scansOf(part).flatMap(({ alias, table }) => (table === PERSON ? [alias] : [])));
  const concerns = (each: Expr): boolean => {
    if (each.node === 'column') return people.has(each.alias);
    if (each.node === 'among') return true;
    if (each.node === 'related') return each.scan.table === PERSON || operandsOf(each).some(concerns);
    return operandsOf(each).some(concerns);
  };
  return concerns(expr);
}
