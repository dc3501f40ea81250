import { type FoundEntity, SEARCH_TERM_LENGTH } from '@cairn/contracts';
import { type Asker, graphClientOf } from './graph-client.ts';

/** Finds the entities that a term names, maybe of one kind alone; none when the graph cannot say. */
export type FindNames = (term: string, kind?: string) => Promise<readonly FoundEntity[]>;

export type GraphNames = (asker: Asker) => FindNames;

const MOST = 5;

/** Finds names at svc-graph. When that is slow or down, a text is read as a question alone. */
export function graphNames(url: string): GraphNames {
  return (asker) => {
    const { orgId, log } = asker;
    const client = graphClientOf(url, asker);
    return async (term, kind) => {
      if (term.length > SEARCH_TERM_LENGTH) return [];
      const input = { term, pageSize: MOST, ...(kind === undefined ? {} : { kind }) };
      try {
        return (await client.searchEntities({ params: { orgId }, input })).data;
      } catch (err) {
        log.warn({ err }, 'cannot look names up');
        return [];
      }
    };
  };
}
