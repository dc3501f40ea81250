import { AppError } from '@cairn/contracts';
import type { Expr, Grain, Join, Plan, RowsPlan, Scan } from '../plan/plan.ts';
import { operandsOf } from '../plan/plan.ts';

/** The people whose own measures a caller may see, by uuid; null for everybody's. */
export type Audience = readonly string[] | null;

/** The words of a refusal: why, and whom to ask. */
export const LIMITED_MESSAGE =
  'This organization shows the figures of one person only to them, the leads of their teams and admins. Ask an admin, who can change it under Settings, General.';

const PERSON = 'Person';
/** Columns that many people share. */
const SHARED = new Set(['isBot', 'accountType', 'timezone', 'integration', 'deleted']);
/** Texts of other kinds that name people. */
export const NAMING: Readonly<Record<string, ReadonlySet<string>>> = {
  PullRequest: new Set(['createdBy', 'reviewers', 'assignees']),
  Issue: new Set(['assignee', 'reporter']),
};
/** Kinds whose every row is a measure of one person, with the columns that tell rows apart. */
const MEASURED: Readonly<Record<string, ReadonlySet<string>>> = {
  Flow: new Set(['uuid', 'name', 'externalId', 'sourceUrl', 'dayStart', 'dayEnd']),
};

type Column = Extract<Expr, { node: 'column' }>;

/** The parts of a plan that stand over the same rows. */
type Part = Pick<Grain, 'base' | 'joins' | 'where'>;

/** Looks at one part of a plan: who its rows are about, and who may see that. */
class PartCheck {
  readonly #audience: ReadonlySet<unknown>;
  readonly #tables: ReadonlyMap<string, string>;
  readonly #elements: ReadonlyMap<string, Expr>;
  /** People of these aliases are among those whose measures may be seen. */
  readonly #confined: ReadonlySet<string>;

  constructor({ base, joins, where }: Part, audience: ReadonlySet<unknown>) {
    this.#audience = audience;
    const scans = [base, ...joins.flatMap((join): Scan[] => (join.node === 'hop' ? [join.scan] : []))];
    this.#tables = new Map(scans.map(({ alias, table }) => [alias, table]));
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

function aliasesIn(expr: Expr): readonly string[] {
  if (expr.node === 'column') return [expr.alias];
  return expr.node === 'related' ? [expr.from] : operandsOf(expr).flatMap(aliasesIn);
}

/** Attributes of people themselves, such as how many there are, are no measures. */
function measuresPeopleAlone({ base, identity, inputs }: Grain): boolean {
  const ownOnly = (expr: Expr) => aliasesIn(expr).every((alias) => alias === base.alias);
  return base.table === PERSON && [...identity, ...inputs].every(({ expr }) => ownOnly(expr));
}

function grainTells(grain: Grain, audience: ReadonlySet<unknown>): boolean {
  if (measuresPeopleAlone(grain)) return false;
  const check = new PartCheck(grain, audience);
  const conditions = new Set(grain.aggregates.flatMap(({ filters }) => filters));
  const filtered = grain.inputs.filter(({ name }) => conditions.has(name)).map(({ expr }) => expr);
  const groups = grain.groups.map(({ expr }) => expr);
  if ([...groups, ...grain.where, ...filtered].some((expr) => check.tells(expr))) return true;
  const own = MEASURED[grain.base.table];
  const isRow = (expr: Expr) =>
    expr.node === 'column' && expr.alias === grain.base.alias && own?.has(expr.name);
  return own !== undefined && !check.isConfined && groups.some(isRow);
}

/** Rows show who did what; only those of one person, and those that are measures, are refused. */
function rowsTell(plan: RowsPlan, audience: ReadonlySet<unknown>): boolean {
  if (plan.base.table === PERSON) return false;
  const check = new PartCheck(plan, audience);
  if (plan.where.some((expr) => check.tells(expr))) return true;
  return MEASURED[plan.base.table] !== undefined && !check.isConfined;
}

/** Refuses measures of single people outside of the audience: grouped by them, filtered to them, or their rows. */
export function limitPeople(audience: Audience): (plan: Plan) => Plan {
  if (audience === null) return (plan) => plan;
  const seen = new Set<unknown>(audience);
  return (plan) => {
    const tells =
      plan.node === 'rows' ? rowsTell(plan, seen) : plan.grains.some((grain) => grainTells(grain, seen));
    if (tells) throw new AppError('forbidden', LIMITED_MESSAGE);
    return plan;
  };
}
