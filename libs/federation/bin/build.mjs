#!/usr/bin/env node
// Builds the named front-ends, or all: build.mjs [name…] [--dev] [--force]
import { register } from 'tsx/esm/api';
register();
const { main } = await import('../src/build-command.ts');
process.exitCode = await main(process.argv.slice(2));
