import { serveSource } from '../src/source-server/command.ts';

try {
  const { words } = await serveSource(process.argv.slice(2));
  process.stdout.write(`${words}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(2);
}
