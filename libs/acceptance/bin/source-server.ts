import { parseArgs } from 'node:util';
import { GithubServer, readArchive } from '../src/index.ts';

const USAGE = 'npm run source-server -- github FILE… [--port N]';
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { port: { type: 'string', default: '4545' } },
});
const [tool, ...files] = positionals;
const port = Number(values.port);
if (tool !== 'github' || files.length === 0 || !Number.isInteger(port)) {
  process.stderr.write(`${USAGE}\n`);
  process.exit(2);
}
const archives = files.map(readArchive);
const server = new GithubServer(archives);
const url = await server.listen(port);
const owners = [...new Set(archives.map(({ repo }) => repo.split('/')[0]))].join(', ');
process.stdout.write(
  `Serves ${owners} at ${url}. Start Cairn with CAIRN_SOURCE_HOSTS=${new URL(url).host}, and connect GitHub with this host, one of these owners and any token.\n`,
);
