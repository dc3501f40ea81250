import { AppError, createClient, graphContract, OrgId, type Source } from '@cairn/contracts';
import { setTimeout as pause } from 'node:timers/promises';

const POLL_MS = 250;

interface Reading {
  graphUrl: string;
  token: () => Promise<string>;
  orgId: string;
  report: (sources: readonly Source[]) => void;
  signal: AbortSignal;
}

/** The last two years until yesterday, and about as many events as twenty to forty people lead to. */
const DEMO = { seed: 20, events: 150_000, days: 730 };
const DAY = 86_400;

/** Adds an invented company to an org and reports until it is there; an org that has one keeps it as it is. */
export async function simulateCompany(options: Reading): Promise<void> {
  const params = { orgId: OrgId.parse(options.orgId) };
  const to = Math.floor(Date.now() / 1_000 / DAY) * DAY;
  const { seed, events, days } = DEMO;
  const input = { type: 'simulated', seed, events, from: to - days * DAY, to } as const;
  await (await clientOf(options)).createSource({ params, input });
  for (;;) {
    const { data } = await (await clientOf(options)).listSources({ params });
    options.report(data);
    if (data.every(isWhole) || options.signal.aborted) return;
    await pause(POLL_MS);
  }
}

const isWhole = ({ status }: Source) => status === 'active' || status === 'error';

/** Adds the repositories as sources and reports their state until the log of each is in; failures are reported, not thrown. */
export async function readRepositories(
  options: Reading & { repos: readonly string[] },
): Promise<readonly Source[]> {
  const client = await clientOf(options);
  const params = { orgId: OrgId.parse(options.orgId) };
  const added: string[] = [];
  for (const path of options.repos) {
    const { data } = await client.createSource({ params, input: { type: 'git', path } });
    added.push(data.id);
  }
  for (;;) {
    const { data } = await (await clientOf(options)).listSources({ params });
    const ours = data.filter(({ id }) => added.includes(id));
    options.report(ours);
    if (ours.every(isQueryable) || options.signal.aborted) return ours;
    await pause(POLL_MS);
  }
}

async function clientOf({ graphUrl, token }: { graphUrl: string; token: () => Promise<string> }) {
  const bearer = await token();
  return createClient(
    graphContract,
    (url, init) => fetch(url, { ...init, headers: { ...init.headers, authorization: `Bearer ${bearer}` } }),
    graphUrl,
  );
}

/** What was read once can be asked while a further reading brings what is new. */
function isQueryable({ progress, status, lastIngestedAt }: Source): boolean {
  return (
    status === 'error' ||
    lastIngestedAt !== null ||
    progress.phase === 'diff' ||
    progress.phase === 'done' ||
    progress.phase === 'failed'
  );
}

/** One line for a person: what is being read and how far it is. */
export function describe(source: Source): string {
  const { phase, done, total, perSecond } = source.progress;
  if (source.error) return `${source.name}: ${source.error.message}`;
  const rate = perSecond ? `, ${Math.round(perSecond).toLocaleString('en')}/s` : '';
  const count =
    total === null
      ? done.toLocaleString('en')
      : `${done.toLocaleString('en')} of ${total.toLocaleString('en')}`;
  if (phase === 'done' && source.type === 'simulated') return `${source.name}: ready, ${count} events`;
  if (phase === 'waiting') return `${source.name}: waiting`;
  if (phase === 'log' && source.type === 'simulated')
    return `${source.name}: making it up, ${count} events${rate}`;
  if (phase === 'log') return `${source.name}: reading history, ${count} commits${rate}`;
  if (phase === 'diff')
    return `${source.name}: history is in; reading changes in the background, ${count} commits${rate}`;
  return `${source.name}: up to date`;
}

/** Whether an error says that a path cannot be read, which is the person's to mend. */
export function isRefusal(error: unknown): error is AppError {
  return error instanceof AppError && error.status < 500;
}
