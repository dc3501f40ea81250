import { CATALOGUE } from '@cairn/entities';
import type { Aggregate, Expr, Grain, Hop, Join, Projection, Scan } from '../plan/plan.ts';
import { operandsOf } from '../plan/plan.ts';
import { scanOf } from '../plan/scope.ts';
import { rewriteExpr } from './rewrite.ts';

export const PERSON = 'Person';

/** The column of each kind that says whose a row of it is. */
const OWNERS: ReadonlyMap<string, string> = new Map(
  CATALOGUE.kinds.flatMap(({ name, relations }) =>
    relations.flatMap(({ name: relation, via }) =>
      relation === PERSON && via.kind === 'link' ? [[name, via.column] as const] : [],
    ),
  ),
);
const PERSONS = CATALOGUE.kind(PERSON);

/** True for a kind whose every row is the work of one person, unlike what holds the work of many. */
export const isOfOnePerson = (kind: string): boolean => kind === PERSON || OWNERS.has(kind);

type Column = Extract<Expr, { node: 'column' }>;
type Related = Extract<Expr, { node: 'related' }>;
type Among = Extract<Expr, { node: 'among' }>;

/** People of the rows of a grain: where they are read, and the conditions under which a row is about them. */
interface People {
  readonly alias: string;
  readonly when: readonly Expr[];
}

const columnOf = (alias: string, name: string, type: Column['type']): Column => ({
  node: 'column',
  alias,
  name,
  type,
});
const not = (of: Expr): Expr => ({ node: 'not', of });

/** The expression with aliases renamed, also where related rows start from them. */
function renamed(expr: Expr, names: ReadonlyMap<string, string>): Expr {
  const of = (alias: string) => names.get(alias) ?? alias;
  return rewriteExpr(expr, {
    expr: (each) => {
      if (each.node === 'column' || each.node === 'element') return { ...each, alias: of(each.alias) };
      return each.node === 'related' ? { ...each, from: of(each.from) } : each;
    },
  });
}

function renamedHop(hop: Hop, names: ReadonlyMap<string, string>): Hop {
  if (hop.kind !== 'edge' || !hop.held?.at) return hop;
  return { ...hop, held: { at: renamed(hop.held.at, names) } };
}

/** Finds the people whom the rows of a grain are about, and joins them. */
class PeopleInRows {
  readonly joins: Join[];
  readonly #base: Scan;
  #made = 0;

  constructor({ base, joins }: Pick<Grain, 'base' | 'joins'>) {
    this.#base = base;
    this.joins = [...joins];
  }

  #alias(): string {
    this.#made += 1;
    return `w${this.#made}`;
  }

  #tableOf(alias: string): string | undefined {
    if (alias === this.#base.alias) return this.#base.table;
    for (const join of this.joins)
      if (join.node === 'hop' && join.scan.alias === alias) return join.scan.table;
    return undefined;
  }

  /** The alias of what an element or a column is read from. */
  #sourcesOf(expr: Expr): readonly string[] {
    if (expr.node === 'column') return [expr.alias];
    if (expr.node !== 'element') return operandsOf(expr).flatMap((each) => this.#sourcesOf(each));
    const list = this.joins.find((join) => join.node === 'elements' && join.alias === expr.alias);
    return list?.node === 'elements' ? this.#sourcesOf(list.of) : [];
  }

  /** Whose the rows of an alias are; nobody's where their kind has no person. */
  #owners(alias: string): People[] {
    const table = this.#tableOf(alias) ?? '';
    if (table === PERSON) return [{ alias, when: [] }];
    const column = OWNERS.get(table);
    if (column === undefined || !PERSONS) return [];
    const known = this.joins.find(
      (join) =>
        join.node === 'hop' &&
        join.from === alias &&
        join.hop.kind === 'link' &&
        join.hop.column === column &&
        join.scan.table === PERSON,
    );
    if (known?.node === 'hop') return [{ alias: known.scan.alias, when: [] }];
    const scan = scanOf(PERSONS, this.#alias());
    this.joins.push({ node: 'hop', from: alias, hop: { kind: 'link', column }, scan });
    return [{ alias: scan.alias, when: [] }];
  }

  /** The people of the base, and of what the expressions read. */
  ownersOf(exprs: readonly Expr[]): People[] {
    const aliases = new Set([this.#base.alias, ...exprs.flatMap((expr) => this.#sourcesOf(expr))]);
    return [...aliases].flatMap((alias) => this.#owners(alias));
  }

  /** The people whom joins of the query itself lead to. */
  joined(): People[] {
    return this.joins.flatMap((join) =>
      join.node === 'hop' && join.scan.table === PERSON ? [{ alias: join.scan.alias, when: [] }] : [],
    );
  }

  /** The people whom a condition looks up beside the rows. */
  lookedUp(expr: Expr, when: readonly Expr[] = []): People[] {
    if (expr.node === 'related') return this.#related(expr, when);
    if (expr.node === 'among') return this.#among(expr, when);
    return operandsOf(expr).flatMap((each) => this.lookedUp(each, when));
  }

  #related({ from, hop, scan, where }: Related, when: readonly Expr[]): People[] {
    if (!this.#leadsToPeople(scan, where)) return [];
    const alias = this.#alias();
    const names = new Map([[scan.alias, alias]]);
    this.joins.push({ node: 'hop', from, hop, scan: { ...scan, alias } });
    const inner = where ? [renamed(where, names)] : [];
    const all = [...when, ...inner];
    const own = scan.table === PERSON ? [{ alias, when: all }] : [];
    return [...own, ...inner.flatMap((each) => this.lookedUp(each, all))];
  }

  #leadsToPeople(scan: Scan, where: Expr | null): boolean {
    if (scan.table === PERSON) return true;
    const inner = (expr: Expr): boolean => {
      if (expr.node === 'related') return this.#leadsToPeople(expr.scan, expr.where);
      return expr.node === 'among' || operandsOf(expr).some(inner);
    };
    return where !== null && inner(where);
  }

  #among({ scan, joins, where }: Among, when: readonly Expr[]): People[] {
    // Rows are looked up by their own uuid, so they are those of the base.
    const names = new Map([[scan.alias, this.#base.alias]]);
    const people: string[] = [];
    for (const join of joins) {
      const alias = this.#alias();
      if (join.node === 'elements') this.joins.push({ ...join, of: renamed(join.of, names), alias });
      else {
        const from = names.get(join.from) ?? join.from;
        const hop = renamedHop(join.hop, names);
        this.joins.push({ node: 'hop', from, hop, scan: { ...join.scan, alias } });
        if (join.scan.table === PERSON) people.push(alias);
      }
      names.set(join.node === 'hop' ? join.scan.alias : join.alias, alias);
    }
    const inner = renamed(where, names);
    const all = [...when, inner];
    return [...people.map((alias) => ({ alias, when: all })), ...this.lookedUp(inner, all)];
  }
}

/** Names equal expressions once. */
class Named {
  readonly list: Projection[] = [];
  readonly #names = new Map<string, string>();
  readonly #prefix: string;

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  name(expr: Expr): string {
    const text = JSON.stringify(expr);
    const name = this.#names.get(text) ?? `${this.#prefix}${this.#names.size}`;
    if (!this.#names.has(text)) this.list.push({ name, expr });
    this.#names.set(text, name);
    return name;
  }
}

/** A human outside of those whose figures may be seen. */
function isOther(alias: string, audience: readonly unknown[]): Expr {
  const values = audience.map((uuid) => ({ type: 'uuid' as const, value: String(uuid) }));
  const isBot: Expr = {
    node: 'oneOf',
    of: columnOf(alias, 'isBot', 'boolean'),
    values: [{ type: 'boolean', value: true }],
    orMissing: false,
  };
  const isOwn: Expr = { node: 'oneOf', of: columnOf(alias, 'uuid', 'uuid'), values, orMissing: false };
  return { node: 'all', of: [not(isBot), ...(values.length > 0 ? [not(isOwn)] : [])] };
}

const COUNT: Aggregate['column'] = { key: 'people', label: 'People', type: 'number', role: 'measure' };

/**
 * A grain that counts the people beside the audience whom a group of another one is about, and each measure of it;
 * null where they are about nobody.
 */
export function peopleGrain(grain: Grain, audience: readonly unknown[], prefix: string): Grain | null {
  const rows = new PeopleInRows(grain);
  const exprs = new Map([...grain.identity, ...grain.inputs].map(({ name, expr }) => [name, expr]));
  const named = new Named(`${prefix}i`);
  const shared = [...rows.joined(), ...grain.where.flatMap((expr) => rows.lookedUp(expr))];
  const count = ({ alias, when }: People, conditions: readonly Expr[]) => ({
    input: named.name(columnOf(alias, 'uuid', 'uuid')),
    filter: named.name({ node: 'all', of: [...conditions, ...when, isOther(alias, audience)] }),
  });
  const ofGroup = [...shared, ...rows.ownersOf([])].map((people) => count(people, []));
  const ofMeasures = grain.aggregates.flatMap(({ input, filters }) => {
    const value = exprs.get(input);
    const read = value ? [value] : [];
    const conditions = filters.flatMap((name) => exprs.get(name) ?? []);
    const people = [...shared, ...rows.ownersOf(read), ...conditions.flatMap((each) => rows.lookedUp(each))];
    const given = read.map((of) => not({ node: 'oneOf', of, values: [], orMissing: true }));
    return people.map((each) => count(each, [...conditions, ...given]));
  });
  const counts = [...ofGroup, ...ofMeasures];
  const once = [...new Map(counts.map((each) => [JSON.stringify(each), each])).values()];
  if (once.length === 0) return null;
  const aggregates = once.map(({ input, filter }, index): Aggregate => {
    const name = `${prefix}n${index}`;
    return { name, reducer: 'countDistinct', input, filters: [filter], moment: null, column: COUNT };
  });
  return { ...grain, joins: rows.joins, identity: [], distinct: false, inputs: named.list, aggregates };
}
