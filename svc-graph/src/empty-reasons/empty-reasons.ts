import { AppError } from '@cairn/contracts';
import type { EmptyCode, EmptyExplanation, Narrowing, OutputOf } from '@cairn/contracts';
import type { queryContract } from '@cairn/contracts';
import { INTEGRATIONS, sourcesOf } from '@cairn/entities';
import type { Catalogue, Integration, Kind } from '@cairn/entities';
import { Query, editQuery, leavesOf } from '@cairn/query';
import type { SourceHealth } from '../sources/source-health.ts';
import { rowsPlan } from '../query/results/rows.ts';
import { scopeOf } from '../query/query-scope.ts';
import { fieldOf } from '../query/plan/scope.ts';
import type { QueryScope } from '../query/plan/scope.ts';
import type { ReadContext } from '../query/read-graph.ts';
import { countPlan } from '../query/run-plan.ts';

interface EmptyQuery {
  readonly query: Query;
  readonly scope: QueryScope;
  readonly sources: readonly SourceHealth[];
  readonly now: number;
}

type Reasons = OutputOf<typeof queryContract.emptyReasons>;

/** The number of clauses tried; each try costs a count. */
const MOST_CLAUSES = 12;
const NOT_A_SOURCE = new Set<Integration>(['derived', 'settings']);

/** Tools whose role depends on the kind, because they serve as several integrations. */
const SERVES_AS_SEVERAL = new Set(['github', 'gitlab']);
const ISSUE_KINDS = new Set(['Issue', 'IssueComment', 'Worklog', 'Sprint', 'Project', 'TimeInStatus']);

function roleOf(integration: string, kind: string): string | undefined {
  if (!SERVES_AS_SEVERAL.has(integration)) return undefined;
  if (ISSUE_KINDS.has(kind)) return 'project tracker';
  return kind === 'CicdPipeline' ? 'CI/CD tool' : 'source control';
}

/** The sentences of X§8. */
const TEXT: Record<EmptyCode, (integration: string) => string> = {
  IngestingButEntityNotInUse: (name) =>
    `Integration ${name} is ingesting, but the entity appears not to be in use.`,
  IngestionEarly: (name) => `Integration ${name} is ingesting and may not have populated the entity yet.`,
  ConfigurationError: (name) => `Integration ${name} is experiencing errors, possibly misconfigured.`,
  IngestionNotStarted: (name) => `Integration ${name} has not started ingesting yet.`,
  NothingIngested: (name) => `No data has been ingested for integration ${name}.`,
};

/** The reason that the states of an integration's sources give by themselves; null when all are read. */
function codeOfState(sources: readonly SourceHealth[]): EmptyCode | null {
  const states = sources.map(({ state }) => state);
  if (states.some(({ status, error }) => status === 'error' || error !== null)) return 'ConfigurationError';
  // A source that waits for a limit goes on by itself; until it was read whole, more may come.
  const isOnItsWay = ({ status, lastIngestedAt }: (typeof states)[number]) =>
    status === 'ingesting' || (status === 'limited' && lastIngestedAt === null);
  if (states.some(isOnItsWay)) return 'IngestionEarly';
  return states.every(({ status }) => status === 'new') ? 'IngestionNotStarted' : null;
}

/** A function that counts the rows of a query. */
function counter(catalogue: Catalogue, now: number, context: ReadContext) {
  return (query: Query): Promise<number> => {
    const scope = scopeOf(query, catalogue, now);
    const plan = rowsPlan(
      { ...query, columns: ['uuid'], order: [] },
      scope,
      { limit: 1, offset: 0, cap: 1 },
      [],
    );
    return countPlan(plan, context);
  };
}

type Count = ReturnType<typeof counter>;

/** True when the org has any row from an integration. */
async function hasIngested(integration: string, catalogue: Catalogue, count: Count): Promise<boolean> {
  for (const kind of catalogue.kinds) {
    const marked = kind.attributes.find(({ name }) => name === 'integration');
    if (!marked || !provides(kind, integration as Integration)) continue;
    const comparison = { IN: [integration] };
    const filters = [{ target: kind.name, attribute: 'integration', comparison }];
    if ((await count(Query.parse({ select: [kind.name], filters }))) > 0) return true;
  }
  return false;
}

const provides = (kind: Kind, integration: Integration): boolean => sourcesOf(kind).includes(integration);

/** The kinds that a query reads, in the order it names them. */
function kindsOf(query: Query, scope: QueryScope): Kind[] {
  const filters = [...query.filters, ...query.aggregations.flatMap((measure) => measure.filters ?? [])];
  const fields = [...query.groupBys, ...query.aggregations, ...leavesOf(filters)];
  const names = fields.flatMap((each) => fieldOf(scope, each).path.map((step) => step.target));
  const kinds = names.map((name) => scope.catalogue.kind(name)).filter((each) => each !== undefined);
  return [...new Set([scope.kind, ...kinds])];
}

async function explain(kind: Kind, { sources, scope }: EmptyQuery, count: Count): Promise<EmptyExplanation> {
  const types = INTEGRATIONS.filter((name) => !NOT_A_SOURCE.has(name) && provides(kind, name));
  const configured = types.filter((name) => sources.some(({ provides: given }) => given.includes(name)));
  const reasons = await Promise.all(
    configured.map(async (integration) => {
      const stated = codeOfState(sources.filter(({ provides: given }) => given.includes(integration)));
      const code =
        stated ??
        ((await hasIngested(integration, scope.catalogue, count))
          ? 'IngestingButEntityNotInUse'
          : 'NothingIngested');
      const role = roleOf(integration, kind.name);
      const only = role ? ` (relevant only if you use ${integration} as a ${role}).` : '';
      return { code, integration, ...(role ? { role } : {}), text: TEXT[code](integration) + only };
    }),
  );
  const providable = configured.length > 0;
  const why = providable ? '' : ' No integration is configured to provide it.';
  return { entity: kind.name, providable, text: `${kind.label} is not populated.${why}`, reasons };
}

/** The query once without each of its narrowing clauses. */
function withoutEach(query: Query): { clause: Narrowing['clause']; query: Query }[] {
  const dated = query.startDate ?? query.endDate ?? query.duration;
  return [
    ...(dated === undefined
      ? []
      : [{ clause: { type: 'date-range' as const }, query: editQuery(query, { type: 'resetDate' }) }]),
    ...(query.search === ''
      ? []
      : [{ clause: { type: 'search-term' as const }, query: { ...query, search: '' } }]),
    ...query.filters.map((_, index) => ({
      clause: { type: 'filter-condition' as const, index },
      query: { ...query, filters: query.filters.filter((__, at) => at !== index) },
    })),
  ].slice(0, MOST_CLAUSES);
}

/** What the caller may not count is no way out. */
function withheldAsNone(cause: unknown): number {
  if (cause instanceof AppError && cause.code === 'forbidden') return 0;
  throw cause;
}

async function narrowing(query: Query, count: Count): Promise<Narrowing[]> {
  const found: Narrowing[] = [];
  // Sequential, because a request takes one place in the queue.
  for (const { clause, query: wider } of withoutEach(query)) {
    const total = await count(wider).catch(withheldAsNone);
    if (total > 0) found.push({ clause, total });
  }
  return found;
}

/** Explains why a query finds nothing: kinds without data, and single clauses that exclude everything. */
export async function answerEmptyReasons(empty: EmptyQuery, context: ReadContext): Promise<Reasons> {
  const { scope, now } = empty;
  // Only the window itself counts, without its comparison.
  const query = { ...empty.query, compareWith: undefined };
  const count = counter(scope.catalogue, now, context);
  const unfilled: Kind[] = [];
  for (const kind of kindsOf(query, scope)) {
    if ((await count(Query.parse({ select: [kind.name] }))) === 0) unfilled.push(kind);
  }
  const data = await Promise.all(unfilled.map((kind) => explain(kind, empty, count)));
  const isEmpty = (await count(query)) === 0;
  return {
    data,
    narrowing: isEmpty && !unfilled.includes(scope.kind) ? await narrowing(query, count) : [],
    meta: { dataVersion: context.dataVersion },
  };
}
