import type { DeepLink, Scope } from '@cairn/contracts';
import { Query, type QueryPart } from '@cairn/query';
import { z } from 'zod';

/** The type of a snippet's link. */
export const SNIPPET = 'snippet-v1';

const SnippetState = z.object({
  params: z.record(z.string(), z.unknown()),
  tags: z.array(z.string()),
  isForCards: z.boolean(),
});
/** What a snippet keeps: a part of a query, and where it is offered. */
export type SnippetState = z.infer<typeof SnippetState>;

/** A snippet as it is edited. */
export interface SnippetDraft {
  readonly name: string;
  readonly description: string;
  /** The folder that it lies in. */
  readonly group: string;
  readonly scope: Scope;
  readonly state: SnippetState;
}

const NOTHING: SnippetState = { params: {}, tags: [], isForCards: false };

/** The draft of a stored snippet, or of a new one of these clauses. */
export function draftOf(link: DeepLink | null, params: SnippetState['params'] = {}): SnippetDraft {
  if (!link) return { name: '', description: '', group: '', scope: 'private', state: { ...NOTHING, params } };
  const { name, description, group, scope, json } = link;
  return { name, description, group, scope, state: SnippetState.safeParse(json).data ?? NOTHING };
}

/** The clauses of a query that a snippet may keep: all but its dates (X§5), and only those that say something. */
export function partOfQuery(query: Query): QueryPart {
  const { select, aggregations, formulas, groupBys, filters, having, search, compareWith, asOf } = query;
  const lists = { select, aggregations, formulas, groupBys, filters, having };
  const said = Object.entries(lists).filter(([, list]) => list.length > 0);
  return {
    ...(Object.fromEntries(said) as Partial<typeof lists>),
    ...(search === '' ? {} : { search }),
    ...(compareWith ? { compareWith } : {}),
    ...(asOf ? { asOf } : {}),
  };
}

/** The clauses of a stored snippet; null where they cannot be read any more. */
export function partOfSnippet({ json }: Pick<DeepLink, 'json'>): QueryPart | null {
  const state = SnippetState.safeParse(json).data;
  const query = Query.safeParse(state?.params).data;
  return query ? partOfQuery(query) : null;
}

/** Whether cards of boards may offer a snippet. */
export const isForCards = ({ json }: Pick<DeepLink, 'json'>): boolean =>
  SnippetState.safeParse(json).data?.isForCards === true;
