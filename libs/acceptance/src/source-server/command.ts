import { parseArgs } from 'node:util';
import { readArchive } from './archive.ts';
import { GithubServer } from './github-server.ts';
import { JiraServer } from './jira-server.ts';
import { readSiteData } from './jira-site.ts';
import { readWorkspaceArchive } from './slack-archive.ts';
import { SlackServer } from './slack-server.ts';
import { FAULT_KINDS, type Trouble, parseFault } from './trouble.ts';

const USAGE = `npm run source-server -- github|jira|slack FILE… [--port N] [--delay MS] [--limit N] [--limit-reset SECONDS]
  [--fault KIND[@N[+]]]…    KIND is ${FAULT_KINDS};
                            @N is the Nth request alone, @N+ that and all later ones`;

/** A server that runs, and what to do with it. */
interface ServedTool {
  readonly words: string;
  readonly url: string;
  close(): void;
}

const OPTIONS = {
  port: { type: 'string', default: '4545' },
  delay: { type: 'string', default: '0' },
  limit: { type: 'string' },
  'limit-reset': { type: 'string', default: '3600' },
  fault: { type: 'string', multiple: true, default: [] as string[] },
} as const;

const isTool = (name = ''): name is keyof typeof SERVE => Object.hasOwn(SERVE, name);

function parseCommand(args: readonly string[]) {
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS });
  const [tool, ...files] = positionals;
  const counts = {
    port: Number(values.port),
    delayMs: Number(values.delay),
    limit: values.limit === undefined ? Infinity : Number(values.limit),
    resetSeconds: Number(values['limit-reset']),
  };
  const isCount = (each: number) => each === Infinity || (Number.isInteger(each) && each >= 0);
  const faults = values.fault.map((text) => parseFault(text));
  const planned = faults.filter((each) => each !== undefined);
  const isWhole = planned.length === faults.length && Object.values(counts).every(isCount);
  if (!isTool(tool) || files.length === 0 || !isWhole) return undefined;
  return { tool, files, planned, ...counts };
}

type Command = NonNullable<ReturnType<typeof parseCommand>>;

function prepare(trouble: Trouble, { planned, delayMs, limit, resetSeconds }: Command): void {
  Object.assign(trouble, { delayMs, limit, resetSeconds });
  trouble.planned.push(...planned);
}

async function serveGithub(command: Command): Promise<ServedTool> {
  const archives = command.files.map(readArchive);
  const server = new GithubServer(archives);
  prepare(server.trouble, command);
  const url = await server.listen(command.port);
  const owners = [...new Set(archives.map(({ repo }) => repo.split('/')[0]))].join(', ');
  const words = `Serves ${owners} at ${url}. Start Cairn with CAIRN_SOURCE_HOSTS=${new URL(url).host}, and connect GitHub with this host, one of these owners and any token.`;
  return { words, url, close: () => server.close() };
}

async function serveJira(command: Command): Promise<ServedTool> {
  const data = readSiteData(command.files);
  const server = new JiraServer(data);
  prepare(server.trouble, command);
  const url = await server.listen(command.port);
  const words = `Serves ${String(data.issues.length)} issues at ${url}. Start Cairn with CAIRN_SOURCE_HOSTS=${new URL(url).host}, and connect Jira with this site, any e-mail or none, and any token.`;
  return { words, url, close: () => server.close() };
}

async function serveSlack(command: Command): Promise<ServedTool> {
  const [file = ''] = command.files;
  const server = new SlackServer(readWorkspaceArchive(file));
  server.pageSize = 100;
  prepare(server.trouble, command);
  const url = await server.listen(command.port);
  const words = `Serves a workspace at ${url}. Start Cairn with CAIRN_SOURCE_HOSTS=${new URL(url).host}, and connect Slack with this address and any token.`;
  return { words, url, close: () => server.close() };
}

const SERVE = { github: serveGithub, jira: serveJira, slack: serveSlack };

/** Serves recorded data as its tool does; throws how to call it. */
export async function serveSource(args: readonly string[]): Promise<ServedTool> {
  const command = parseCommand(args);
  if (!command) throw new Error(USAGE);
  return SERVE[command.tool](command);
}
