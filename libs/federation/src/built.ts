import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Script } from './budget.ts';
import type { FrontEnd } from './front-ends.ts';
import { Loads, LOADS_FILE } from './loads.ts';

export interface BuiltFile {
  readonly name: string;
  readonly text: string;
}

/** Every script of a front-end's build. */
export function scriptsOf(app: FrontEnd): BuiltFile[] {
  const dist = join(app.dir, 'dist');
  if (!existsSync(dist)) return [];
  return readdirSync(dist, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.js') && name !== 'alone-runtime.js')
    .map((name) => ({ name, text: readFileSync(join(dist, name), 'utf8') }));
}

/** A text that occurs in exactly one module of each singleton, so that copies can be counted. */
const SIGNATURES: Readonly<Record<string, string>> = {
  react: 'unstable_useCacheRefresh',
  'react-dom': 'rendererPackageName',
  'react-router-dom': 'You cannot render a <Router> inside another <Router>',
  '@tanstack/react-query': 'No QueryClient set, use QueryClientProvider to set one',
  '@cairn/host': 'useHost needs a HostProvider around it',
  '@cairn/ui': 'useConfirm needs a UiProvider around it',
};

// A module in webpack's output: `9118(e,t,r){` or `9118:(e,t,r)=>{`.
const MODULE = /(?:^|[{,\n])(\d{2,6})(?=\((?:\w+,?){0,3}\)\{|:\(?(?:\w+,?){0,3}\)?=>)/g;

function moduleAround(text: string, index: number): string | undefined {
  return [...text.slice(0, index).matchAll(MODULE)].at(-1)?.[1];
}

/** Singletons of which a build has several modules; one module in two chunks counts once. */
export function repeatedSingletons(name: string, files: readonly BuiltFile[]): string[] {
  return Object.entries(SIGNATURES).flatMap(([singleton, signature]) => {
    const holders = files.filter(({ text }) => text.includes(signature));
    const modules = new Set(holders.map(({ text }) => moduleAround(text, text.indexOf(signature))));
    if (modules.size < 2) return [];
    return [
      `${name} holds ${modules.size} copies of ${singleton}: ${holders.map((file) => file.name).join(', ')}`,
    ];
  });
}

/** Named shared modules that the shell does not provide, so that each remote would bring its own. */
export function notProvided(names: readonly string[], shell: readonly BuiltFile[]): string[] {
  return names.filter((name) => {
    const provides = new RegExp(`[{,]"?${name.replaceAll('.', String.raw`\.`)}"?:\\[\\{version:`);
    return !shell.some(({ text }) => provides.test(text));
  });
}

/** The scripts that each page of a built front-end loads. */
export function readLoads(app: FrontEnd): Loads {
  return Loads.parse(JSON.parse(readFileSync(join(app.dir, 'dist', LOADS_FILE), 'utf8')));
}

/** A script of a front-end's build, under a name that is stable between builds. */
export function weigh(app: FrontEnd, file: string): Script {
  const bytes = gzipSync(readFileSync(join(app.dir, 'dist', file))).length;
  return { name: `${app.name}/${file.replace(/\.[0-9a-f]{10}(?=\.js$)/, '')}`, bytes };
}
