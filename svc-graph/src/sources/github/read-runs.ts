import type { SourcePage } from '../payload.ts';
import { askGithubList } from './ask.ts';
import type { From, GithubReading, RunPlace } from './cursor.ts';
import type { ListedRepository } from './payloads.ts';
import { findPulls } from './find-pulls.ts';
import { tellPlace } from './read-lists.ts';
import { type GithubJob, type GithubRun, JobPage, RunPage } from './run-payloads.ts';

const PAGE = 100;
const DAY = 86_400_000;
/** GitHub ends a run after 35 days. */
const LONGEST_RUN = 35 * DAY;
/** Jobs cost a request a run, so older runs go without. */
const JOBS_FOR = 30 * DAY;

const NEVER: RunPlace = { etag: '', since: '', until: '', newest: '', seen: [], next: null };

/** The jobs of a run; none where the token may not read them. */
async function readJobs(from: From, path: string): Promise<GithubJob[] | null> {
  const jobs: GithubJob[] = [];
  for (let page = 1; ; page += 1) {
    const asked = `${path}/jobs?per_page=${String(PAGE)}&page=${String(page)}`;
    const answer = await askGithubList(from, { path: asked, answer: JobPage });
    if (answer.kind !== 'page') return null;
    jobs.push(...answer.page.jobs);
    if (answer.page.jobs.length < PAGE || jobs.length >= answer.page.total_count) return jobs;
  }
}

const isOver = ({ status }: GithubRun) => status?.toLowerCase() === 'completed';

/** Runs with the pull requests that they ran for, and with their jobs, which are known once a run is over. */
async function withJobs(
  from: From,
  { base, repository }: { readonly base: string; readonly repository: ListedRepository },
  runs: readonly GithubRun[],
  newest: string,
) {
  const pullsFor = await findPulls(from, repository, runs);
  const items: object[] = [];
  for (const run of runs) {
    const isRecent = Date.parse(newest) - Date.parse(run.created_at) <= JOBS_FOR;
    const asked = isOver(run) && isRecent;
    items.push({
      ...run,
      pulls: pullsFor(run),
      jobs: asked ? await readJobs(from, `${base}/${String(run.id)}`) : null,
    });
  }
  return items;
}

const earliest = (moments: readonly string[]) => moments.toSorted()[0] ?? '';
const latest = (moments: readonly string[]) => moments.toSorted().at(-1) ?? '';

/** A run as it was, so that a change in the same second tells. */
const asSeen = ({ id, status, conclusion, run_attempt: attempt }: GithubRun) =>
  [id, status, conclusion, attempt].join(' ');

/** Whether a run changed since a reading: later, or in its last second without having been seen so. */
const isChanged = (run: GithubRun, { until, seen }: RunPlace) =>
  run.updated_at > until || (run.updated_at === until && !seen.includes(asSeen(run)));

/** What is known once a reading ends: runs that are not over will change, and everything above is new. */
function markAfter(mark: Omit<NonNullable<RunPlace['next']>, 'page'>, runs: readonly GithubRun[]) {
  const open = runs.filter(
    (run) => !isOver(run) && Date.parse(mark.newest) - Date.parse(run.created_at) <= LONGEST_RUN,
  );
  const seen = runs.filter((run) => run.updated_at === mark.until).map(asSeen);
  const since = earliest([mark.since, ...open.map((run) => run.created_at)].filter(Boolean));
  return { ...mark, since, seen: [...new Set([...mark.seen, ...seen])] };
}

/** The environments of which deployments have records of their own. */
const recordedIn = ({ deployments }: ListedRepository) => [
  ...new Set((deployments?.nodes ?? []).map(({ environment }) => (environment ?? '').toLowerCase())),
];

function beginMark(runs: readonly GithubRun[], etag: string) {
  const newest = latest(runs.map((run) => run.created_at));
  return { etag, newest, since: newest, until: latest(runs.map((run) => run.updated_at)), seen: [] };
}

/**
 * The runs of workflows that changed since they were last read, the latest first; one conditional request where none
 * did. Answers false where the token may not read them.
 */
export async function* readRuns(
  reading: GithubReading,
  repository: ListedRepository,
): AsyncGenerator<SourcePage, boolean> {
  const { from } = reading;
  const { id, name } = repository;
  const base = `/repos/${from.settings.owner}/${name}/actions/runs`;
  const known = reading.cursor.runs[id] ?? NEVER;
  let place = known;
  for (let page = known.next?.page ?? 1; ; page += 1) {
    const path = `${base}?per_page=${String(PAGE)}&page=${String(page)}`;
    const etag = page === 1 ? known.etag : '';
    const answer = await askGithubList(from, { path, etag, answer: RunPage });
    if (answer.kind !== 'page') return answer.kind === 'same';
    const runs = answer.page.workflow_runs;
    const mark = markAfter(place.next ?? beginMark(runs, answer.etag), runs);
    const last = runs.at(-1)?.created_at ?? '';
    const isLast = runs.length < PAGE || (known.since !== '' && last < known.since);
    place = isLast ? { ...mark, next: null } : { ...known, next: { ...mark, page: page + 1 } };
    const changed = runs.filter((run) => isChanged(run, known));
    const items = await withJobs(from, { base, repository }, changed, mark.newest);
    reading.cursor = { ...reading.cursor, runs: { ...reading.cursor.runs, [id]: place } };
    const body = { repository: tellPlace(repository), recorded: recordedIn(repository), items };
    const payloads = items.length === 0 ? [] : [{ kind: 'runs', body }];
    yield { phase: 'runs', payloads, count: items.length, cursor: reading.cursor };
    if (isLast) return true;
  }
}
