import { testMutants } from '../src/mutants/command.ts';

// Whoever ends it gets the file back that has a fault in it.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
process.exitCode = (await testMutants(process.cwd(), process.argv.slice(2))) ? 0 : 1;
