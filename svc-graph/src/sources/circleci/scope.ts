import type { ToolAccess } from '../ask-tool.ts';
import { type CircleciSettings, circleciAddress, slugsIn } from './settings.ts';

/** What is read of a host. */
export interface CircleciScope {
  readonly access: ToolAccess;
  /** The host as keys of its things name it. */
  readonly host: string;
  readonly organizations: readonly string[];
  /** Slugs of projects; every project of the organizations where there are none. */
  readonly projects: readonly string[];
  /** The day since which pipelines have to be; empty for all. */
  readonly since: string;
}

const REFUSALS = {
  401: 'CircleCI does not accept the token. Make a new one, and give it to the source.',
  403: 'CircleCI does not let the owner of the token read this organization.',
};

/** What the settings of a source mean. */
export function scopeFor(
  { host, token, organizations, projects, since }: CircleciSettings,
  outside: { readonly fetch: typeof fetch; readonly signal: AbortSignal },
): CircleciScope {
  const address = circleciAddress(host);
  return {
    access: {
      ...outside,
      tool: 'CircleCI',
      now: Date.now,
      base: `${address}/api/v2`,
      headers: { 'circle-token': token },
      refusals: REFUSALS,
    },
    host: new URL(address).host,
    organizations: slugsIn(organizations),
    projects: slugsIn(projects),
    since,
  };
}

/** A slug as a part of a path. */
export const slugPath = (slug: string): string => slug.split('/').map(encodeURIComponent).join('/');

/** The organization of a project. */
export const organizationIn = (slug: string): string => slug.split('/').slice(0, 2).join('/');
