import { findBreaches } from '../src/house/fence.ts';

const breaches = findBreaches(process.cwd());
for (const breach of breaches) console.error(breach);
process.exitCode = breaches.length ? 1 : 0;
