import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './front-ends.ts';

interface SharedModule {
  readonly singleton: true;
  readonly version: string;
  readonly requiredVersion: string;
  readonly import?: string;
}

/** Every module that a page may hold only once. Each front-end bundles all others itself. */
export const SHARED_MODULES = [
  'react',
  'react/jsx-runtime',
  'react/jsx-dev-runtime',
  'react-dom',
  'react-dom/client',
  'react-router-dom',
  '@tanstack/react-query',
  'zustand',
  'zod',
  '@cairn/host',
  '@cairn/ui',
  '@cairn/ui/sign-in',
  '@cairn/ui/fields',
  '@cairn/contracts',
  '@cairn/contracts/link-search',
  'lz-string',
] as const;

/** A shared package is not tree-shaken, so these provide only the names that we use. */
export const PROVIDED_BY: Readonly<Record<string, string>> = {
  'react-router-dom': '@cairn/host/router',
  zod: '@cairn/host/zod',
};

/** Packages whose modules only the shared module beside them may import. */
export const KEPT_INSIDE: Readonly<Record<string, string>> = {
  '@mantine/': '@cairn/ui',
};

const packageOf = (module: string) => module.split('/', module.startsWith('@') ? 2 : 1).join('/');

function versionOf(module: string): string {
  const manifest = join(ROOT, 'node_modules', packageOf(module), 'package.json');
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
}

/** The table in the federation plugin's format. */
export function sharedTable(production: boolean): Record<string, SharedModule> {
  const modules = SHARED_MODULES.filter((module) => !production || !module.includes('dev-runtime'));
  return Object.fromEntries(
    modules.map((module) => {
      const version = versionOf(module);
      const provider = PROVIDED_BY[module];
      return [
        module,
        { singleton: true, version, requiredVersion: version, ...(provider ? { import: provider } : {}) },
      ];
    }),
  );
}
