#!/usr/bin/env node
// Checks the build: every part exposed, one copy of each singleton, the first route within its budget.
import { register } from 'tsx/esm/api';
register();
const { main } = await import('../src/check-command.ts');
process.exitCode = main();
