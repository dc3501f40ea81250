import { parseArgs } from 'node:util';
import { AppError } from '@cairn/contracts';
import type { Connector } from '../connector.ts';
import { circleciConnector } from '../circleci/connector.ts';
import { githubConnector } from '../github/connector.ts';
import { gitlabConnector } from '../gitlab/connector.ts';
import { createGuardedFetch } from '../guarded-fetch/guarded-fetch.ts';
import { jiraConnector } from '../jira/connector.ts';
import { slackConnector } from '../slack/connector.ts';
import { snykConnector } from '../snyk/connector.ts';
import { findUnused } from './unused-fields.ts';

const USAGE = `CAIRN_TRY_TOKEN=… npm run try-source -- github --owner NAME [--host HOST] [--repositories A,B]
CAIRN_TRY_TOKEN=… npm run try-source -- gitlab --namespaces A,B [--host HOST] [--projects A/C,B/D]
CAIRN_TRY_TOKEN=… npm run try-source -- jira --host https://SITE [--email ADDRESS] [--projects ABC,DEF]
CAIRN_TRY_TOKEN=… npm run try-source -- slack [--channels C0123,C0456] [--days N] [--host URL]
CAIRN_TRY_TOKEN=… npm run try-source -- circleci --organizations gh/A,gh/B [--host HOST] [--projects gh/A/C]
CAIRN_TRY_TOKEN=… npm run try-source -- snyk [--host HOST] [--organizations ID,ID]
  [--since YYYY-MM-DD] [--requests N]    reads a little, prints what it is, and keeps nothing`;

const text = { type: 'string' } as const;
const OPTIONS = {
  owner: text,
  host: text,
  repositories: text,
  namespaces: text,
  email: text,
  channels: text,
  days: text,
  organizations: text,
  projects: text,
  since: text,
};
/** Each tool, and the setting that the host is. */
const TOOLS: Readonly<Record<string, { readonly connector: Connector; readonly host: string }>> = {
  github: { connector: githubConnector, host: 'host' },
  gitlab: { connector: gitlabConnector, host: 'host' },
  jira: { connector: jiraConnector, host: 'site' },
  circleci: { connector: circleciConnector, host: 'host' },
  slack: { connector: slackConnector, host: 'host' },
  snyk: { connector: snykConnector, host: 'host' },
};
const OF = { orgId: 'try', sourceId: 'try' };
/** How many payloads of a kind are searched for unused fields, since each field is tried. */
const MOST_SEARCHED = 2;

interface Command {
  readonly connector: Connector;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly host: string;
  readonly most: number;
}

function parseCommand(args: readonly string[], token: string): Command | undefined {
  const options = { ...OPTIONS, requests: { type: 'string', default: '25' } } as const;
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options });
  const { requests, host = '', since = '', days, ...given } = values;
  const most = Number(requests);
  const told = Object.entries({ ...given, keepDays: days }).filter(([, value]) => value);
  const isRight = token !== '' && positionals.length === 1 && Number.isInteger(most) && most > 0;
  if (!isRight) return undefined;
  const [name = ''] = positionals;
  const tool = Object.hasOwn(TOOLS, name) ? TOOLS[name] : undefined;
  if (!tool) return undefined;
  const day = name === 'snyk' && since === '' ? {} : { since };
  const settings = { ...Object.fromEntries(told), [tool.host]: host, ...day, token };
  return { connector: tool.connector, settings, host, most };
}

/** The server that whoever calls this named, which may be one of the inside. */
function allowedFor(host: string): string[] {
  const address = host.includes('://') ? host : `https://${host}`;
  if (!URL.canParse(address)) return [];
  const url = new URL(address);
  return [`${url.hostname}:${url.port || (url.protocol === 'http:' ? '80' : '443')}`];
}

/** What was found so far. */
class Findings {
  requests = 0;
  readonly items = new Map<string, number>();
  readonly rows = new Map<string, number>();
  readonly unused = new Map<string, Set<string>>();
  readonly unknown = new Map<string, number>();
  notes: readonly string[] = [];
  limit = 'The tool told of no limit.';

  hear({ headers }: Response): void {
    this.requests += 1;
    const find = (name: string) => headers.get(`x-ratelimit-${name}`) ?? headers.get(`ratelimit-${name}`);
    const [most, left] = [find('limit'), find('remaining')];
    if (most === null || left === null) return;
    const reset = find('reset') ?? '';
    const seconds = /^\d+$/.test(reset) ? Number(reset) * 1_000 : Date.parse(reset);
    const at = Number.isFinite(seconds) ? new Date(seconds).toISOString() : 'an unknown moment';
    this.limit = `Limit: ${left} of ${most} requests left, all of them again at ${at}.`;
  }

  lines(): string[] {
    const list = (of: ReadonlyMap<string, number>) => [...of].map(([name, n]) => `${name} ${String(n)}`);
    const or = (found: readonly string[]) => (found.length === 0 ? 'none' : found.join(', '));
    return [
      `Requests: ${String(this.requests)}`,
      `Read: ${or(list(this.items))}`,
      `Rows: ${or(list(this.rows))}`,
      `Unknown kinds: ${or(list(this.unknown))}`,
      ...[...this.unused].map(([kind, fields]) => `Fields that are not used in ${kind}: ${or([...fields])}`),
      ...this.notes,
      this.limit,
    ];
  }
}

const addTo = (counts: Map<string, number>, name: string, n: number) =>
  counts.set(name, (counts.get(name) ?? 0) + n);

/** Reads pages until the requests are spent; a page that has begun is read whole. */
async function readPages({ connector, settings, most }: Command, found: Findings, ask: typeof fetch) {
  const { signal } = new AbortController();
  const searched = new Map<string, number>();
  const normalise = (payload: Parameters<NonNullable<Connector['normalise']>>[0]) =>
    connector.normalise?.(payload, OF) ?? { loads: [] };
  for await (const page of connector.pages?.({ settings, cursor: null, signal, fetch: ask }) ?? []) {
    addTo(found.items, page.phase, page.count);
    found.notes = page.notes ?? found.notes;
    for (const payload of page.payloads) {
      const made = normalise(payload);
      for (const { table, rows } of made.loads) addTo(found.rows, table, rows.length);
      if ('ignored' in made) for (const name of made.ignored as string[]) addTo(found.unknown, name, 1);
      addTo(searched, payload.kind, 1);
      if ((searched.get(payload.kind) ?? 0) > MOST_SEARCHED) continue;
      const unused = found.unused.get(payload.kind) ?? new Set();
      found.unused.set(payload.kind, new Set([...unused, ...findUnused(payload, normalise)]));
    }
    if (found.requests >= most) return;
  }
}

/** Reads a little of a tool as its connector does, and prints what came; nothing is kept. Answers whether it could. */
export async function trySource(
  args: readonly string[],
  token: string,
  print: (line: string) => void,
): Promise<boolean> {
  const command = parseCommand(args, token);
  if (!command) {
    print(USAGE);
    return false;
  }
  const parsed = command.connector.settings.safeParse(command.settings);
  if (!parsed.success) {
    for (const { path, message } of parsed.error.issues) print(`${path.join('.')}: ${message}`);
    return false;
  }
  const found = new Findings();
  const guarded = createGuardedFetch({ allowed: allowedFor(command.host) });
  const ask: typeof fetch = async (input, init) => {
    const answer = await guarded(input, init);
    found.hear(answer);
    return answer;
  };
  try {
    await readPages({ ...command, settings: parsed.data }, found, ask);
    return true;
  } catch (error) {
    print(error instanceof AppError ? error.message : 'Reading failed for a reason that is not known.');
    return false;
  } finally {
    for (const line of found.lines()) print(line.replaceAll(token, '***'));
  }
}
