import { parseArgs } from 'node:util';
import { readArchive } from './archive.ts';
import { readGitlabArchives } from './gitlab-archive.ts';
import { GitlabServer } from './gitlab-server.ts';
import { GithubServer } from './github-server.ts';
import { JiraServer } from './jira-server.ts';
import { readSiteData } from './jira-site.ts';
import { FAULT_KINDS, type Trouble, parseFault } from './trouble.ts';

const USAGE = `npm run source-server -- github|gitlab|jira FILE… [--port N] [--delay MS] [--limit N] [--limit-reset SECONDS]
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
  const served = Object.keys(SERVED).find((each) => each === tool);
  if (served === undefined || files.length === 0 || !isWhole) return undefined;
  return { tool: served, files, planned, ...counts };
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

async function serveGitlab(command: Command): Promise<ServedTool> {
  const archive = readGitlabArchives(command.files);
  const server = new GitlabServer(archive);
  prepare(server.trouble, command);
  const url = await server.listen(command.port);
  const paths = archive.projects.map((project) =>
    project.path_with_namespace.split('/').slice(0, -1).join('/'),
  );
  const groups = [...new Set(paths)].join(', ');
  const words = `Serves ${groups} at ${url}. Start Cairn with CAIRN_SOURCE_HOSTS=${new URL(url).host}, and connect GitLab with this host, one of these groups and any token.`;
  return { words, url, close: () => server.close() };
}

const SERVED: Readonly<Record<string, (command: Command) => Promise<ServedTool>>> = {
  github: serveGithub,
  gitlab: serveGitlab,
  jira: serveJira,
};

/** Serves recorded data as its tool does; throws how to call it. */
export async function serveSource(args: readonly string[]): Promise<ServedTool> {
  const command = parseCommand(args);
  if (!command) throw new Error(USAGE);
  const serve = SERVED[command.tool];
  if (!serve) throw new Error(USAGE);
  return serve(command);
}
