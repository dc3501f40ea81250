import { parseArgs } from 'node:util';
import { GithubServer, JiraServer, readArchive, readSiteData } from '../src/index.ts';

const USAGE = 'npm run source-server -- github|jira FILE… [--port N]';
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { port: { type: 'string', default: '4545' } },
});
const [tool, ...files] = positionals;
const port = Number(values.port);

async function serveGithub(): Promise<string> {
  const archives = files.map(readArchive);
  const url = await new GithubServer(archives).listen(port);
  const owners = [...new Set(archives.map(({ repo }) => repo.split('/')[0]))].join(', ');
  return `Serves ${owners} at ${url}. Start Cairn with CAIRN_SOURCE_HOSTS=${new URL(url).host}, and connect GitHub with this host, one of these owners and any token.`;
}

async function serveJira(): Promise<string> {
  const data = readSiteData(files);
  const url = await new JiraServer(data).listen(port);
  return `Serves ${String(data.issues.length)} issues at ${url}. Start Cairn with CAIRN_SOURCE_HOSTS=${new URL(url).host}, and connect Jira with this site, any e-mail or none, and any token.`;
}

const serve = { github: serveGithub, jira: serveJira }[String(tool)];
if (!serve || files.length === 0 || !Number.isInteger(port)) {
  process.stderr.write(`${USAGE}\n`);
  process.exit(2);
}
process.stdout.write(`${await serve()}\n`);
