#!/usr/bin/env node
// Builds the front-ends that are named (all without a name): build.mjs [name…] [--dev] [--force]
import { register } from 'tsx/esm/api';
register();
const { main } = await import('../src/build-command.ts');
process.exitCode = await main(process.argv.slice(2));
