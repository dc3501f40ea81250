import { accountContract } from './account.ts';
import { calendarContract } from './calendars.ts';
import { chatContract } from './chat.ts';
import { graphContract } from './graph.ts';
import { internalContract } from './internal.ts';
import type { Contract } from './route.ts';
import { workspaceContract } from './workspace.ts';

/** A service, and the contracts whose routes it answers. */
export interface ApiService {
  readonly title: string;
  readonly contracts: readonly Contract[];
}

/** Every service with its contracts. The gateway derives its routes and the OpenAPI index from this table. */
export const SERVICES = {
  workspace: {
    title: 'Accounts, orgs and saved things',
    contracts: [accountContract, workspaceContract, internalContract],
  },
  graph: { title: 'Sources, the graph and queries', contracts: [graphContract, calendarContract] },
  chat: { title: 'Queries from questions in words', contracts: [chatContract] },
} as const satisfies Readonly<Record<string, ApiService>>;

export type ServiceName = keyof typeof SERVICES;
export type Services = Readonly<Record<ServiceName, ApiService>>;
