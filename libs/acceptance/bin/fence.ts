import { findBreaches } from '../src/fence.ts';

const breaches = findBreaches(process.cwd());
for (const breach of breaches) console.error(breach);
process.exitCode = breaches.length ? 1 : 0;
