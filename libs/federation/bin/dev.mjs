#!/usr/bin/env node
// Serves one front-end live: dev.mjs NAME --port N. It also builds the shell for development, which Fast
// Refresh needs.
import { register } from 'tsx/esm/api';
register();
const { main } = await import('../src/dev-command.ts');
process.exitCode = await main(process.argv.slice(2));
