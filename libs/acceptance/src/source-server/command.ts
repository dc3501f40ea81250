import { parseArgs } from 'node:util';
import { readArchive } from './archive.ts';
import { readGitlabArchives } from './gitlab-archive.ts';
import { GitlabServer } from './gitlab-server.ts';
import { GithubServer } from './github-server.ts';
import { readCircleciData } from './circleci-data.ts';
import { CircleciServer } from './circleci-server.ts';
import { JiraServer } from './jira-server.ts';
import { readSiteData } from './jira-site.ts';
import { readWorkspaceArchive } from './slack-archive.ts';
import { SlackServer } from './slack-server.ts';
import { readSnykData } from './snyk-data.ts';
import { SnykServer } from './snyk-server.ts';
import { FAULT_KINDS, type Trouble, parseFault } from './trouble.ts';

const USAGE = `npm run source-server -- github|gitlab|jira|circleci|slack|snyk FILE… [--port N] [--delay MS] [--limit N] [--limit-reset SECONDS]
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
  const serve = tool !== undefined && Object.hasOwn(TOOLS, tool) ? TOOLS[tool] : undefined;
  if (!serve || files.length === 0 || !isWhole) return undefined;
  return { serve, files, planned, ...counts };
}

interface Command {
  readonly files: readonly string[];
  readonly planned: NonNullable<ReturnType<typeof parseFault>>[];
  readonly port: number;
  readonly delayMs: number;
  readonly limit: number;
  readonly resetSeconds: number;
}

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

async function serveSlack(command: Command): Promise<ServedTool> {
  const [file = ''] = command.files;
  const server = new SlackServer(readWorkspaceArchive(file));
  server.pageSize = 100;
  prepare(server.trouble, command);
  const url = await server.listen(command.port);
  const words = `Serves a workspace at ${url}. Start Cairn with CAIRN_SOURCE_HOSTS=${new URL(url).host}, and connect Slack with this address and any token.`;
  return { words, url, close: () => server.close() };
}

async function serveCircleci(command: Command): Promise<ServedTool> {
  const data = readCircleciData(command.files);
  const server = new CircleciServer(data);
  prepare(server.trouble, command);
  const url = await server.listen(command.port);
  const slugs = data.pipelines.map(({ project_slug: slug }) => slug.split('/').slice(0, 2).join('/'));
  const organizations = [...new Set(slugs)].join(', ');
  const words = `Serves ${organizations} at ${url}. Start Cairn with CAIRN_SOURCE_HOSTS=${new URL(url).host}, and connect CircleCI with this host, these organizations and any token.`;
  return { words, url, close: () => server.close() };
}

async function serveSnyk(command: Command): Promise<ServedTool> {
  const data = readSnykData(command.files);
  const server = new SnykServer(data);
  prepare(server.trouble, command);
  const url = await server.listen(command.port);
  const words = `Serves ${String(data.issues.length)} issues of ${String(data.organizations.length)} organizations at ${url}. Start Cairn with CAIRN_SOURCE_HOSTS=${new URL(url).host}, and connect Snyk with this host and any token.`;
  return { words, url, close: () => server.close() };
}

/** Every tool that is served, by its name. */
const TOOLS: Readonly<Record<string, (command: Command) => Promise<ServedTool>>> = {
  github: serveGithub,
  gitlab: serveGitlab,
  jira: serveJira,
  circleci: serveCircleci,
  slack: serveSlack,
  snyk: serveSnyk,
};

/** Serves recorded data as its tool does; throws how to call it. */
export async function serveSource(args: readonly string[]): Promise<ServedTool> {
  const command = parseCommand(args);
  if (!command) throw new Error(USAGE);
  return command.serve(command);
}
