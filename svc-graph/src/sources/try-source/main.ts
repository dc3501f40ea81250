import { trySource } from './command.ts';

const print = (line: string) => void process.stdout.write(`${line}\n`);
if (!(await trySource(process.argv.slice(2), process.env['CAIRN_TRY_TOKEN'] ?? '', print)))
  process.exitCode = 1;
