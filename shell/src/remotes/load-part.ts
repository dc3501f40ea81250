import './runtime.ts';
import { HOST_CONTRACT, type PartName, type Parts } from '@cairn/host';
import { inLoadTime } from '@cairn/ui';
import { getInstance, registerGlobalPlugins } from '@module-federation/enhanced/runtime';
import type { ComponentType } from 'react';
import { forgetFailedShare } from './forget-failed-share.ts';
import { RemoteProblem, problemOf } from './problem.ts';
import { fetchRegistry, type Registry, type RegisteredRemote } from './registry.ts';
import { PART_LIMIT_MS, timeLimit } from './time-limit.ts';

// Read before any remote loads, because remotes share the shell's runtime, which keeps only the last
// instance.
const instance = getInstance();
// Each remote's container loads shared modules by an instance of its own.
registerGlobalPlugins([forgetFailedShare()]);

let registry: Promise<Registry> | undefined;
const registered = new Set<string>();

/** The registry, read once; after a failure the next caller reads it again. */
export function knownRegistry(): Promise<Registry> {
  registry ??= fetchRegistry().catch((error: unknown) => {
    registry = undefined;
    throw error;
  });
  return registry;
}

function entryOf(list: Registry, remote: string): RegisteredRemote {
  const entry = list.find(({ name }) => name === remote);
  if (!entry) throw new RemoteProblem('unlisted', 'It is not installed here.');
  const { min, max } = entry.contract;
  if (HOST_CONTRACT < min || HOST_CONTRACT > max) {
    const wanted = min === max ? `${min}` : `${min} to ${max}`;
    throw new RemoteProblem(
      'contract',
      `It needs version ${wanted} of this app, which is version ${HOST_CONTRACT}.`,
    );
  }
  return entry;
}

function shellInstance(): NonNullable<typeof instance> {
  if (!instance) throw new RemoteProblem('broken', 'The shell runs without its loader.');
  return instance;
}

function register(entry: RegisteredRemote, force: boolean): void {
  if (registered.has(entry.name) && !force) return;
  if (registered.size === 0) shellInstance().registerPlugins([timeLimit()]);
  const remote = { name: `mfe_${entry.name.replaceAll('-', '_')}`, alias: entry.name, entry: entry.manifest };
  shellInstance().registerRemotes([remote], { force: registered.has(entry.name) });
  registered.add(entry.name);
}

/** Pages that preload the form widgets, which the shell provides to all front-ends. */
const WITH_FIELDS: ReadonlySet<PartName> = new Set(['explore/App', 'entity/App', 'settings/App']);

function fetchFields(name: PartName): void {
  // A failure is reported by the page that imports them.
  if (WITH_FIELDS.has(name)) import('@cairn/ui/fields').catch(() => undefined);
}

/** Loads the component of a part; `force` discards an earlier attempt. Rejects with a RemoteProblem. */
export async function loadPart<N extends PartName>(name: N, force = false): Promise<ComponentType<Parts[N]>> {
  const [remote = '', module = ''] = name.split('/');
  try {
    if (force) registry = undefined;
    register(entryOf(await knownRegistry(), remote), force);
    fetchFields(name);
    // Manifest, entry and chunk have limits of their own; this one covers the rest.
    const loaded = await inLoadTime(
      shellInstance().loadRemote<Record<string, ComponentType<Parts[N]>>>(name),
      PART_LIMIT_MS,
    );
    const component = loaded?.[module];
    if (!component) throw new RemoteProblem('broken', `It has no ${module}.`);
    return component;
  } catch (error) {
    throw problemOf(error);
  }
}
