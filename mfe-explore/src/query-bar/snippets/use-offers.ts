import { foundEntitiesQuery } from '@cairn/client';
import { SEARCH_TERM_LENGTH } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { savedQuery, useSavedPage } from '@cairn/saved';
import { useSnippets } from '@cairn/saved/snippets';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Option } from '../../options/option-list.tsx';
import { looksForTeams, repeatedWords } from './word-prefixes.ts';

/** The pause in typing after which is searched (W§9). */
const PAUSE_MS = 300;
/** The most snippets, and the most favourites, that the menu of the query bar offers (W§9). */
export const MOST_OFFERS = 10;

const ORIGINS = { private: 'Mine', org: 'Org', global: 'Global' } as const;

/** What the query menu offers for a text: snippets, favorite queries and teams, ten of each at most. */
export function useOffers(text: string) {
  const { org } = useHost();
  const [words, setWords] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setWords(text.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const all = useSnippets();
  const snippets = useSnippets({ words, limit: MOST_OFFERS });
  const favorites = useSavedPage({
    filter: { types: [savedQuery.type], collections: ['favorites'], words },
    limit: MOST_OFFERS,
  });
  const term = looksForTeams(words) ? words.slice(0, SEARCH_TERM_LENGTH) : '';
  const teams = useQuery(foundEntitiesQuery(org.id, term, { pageSize: MOST_OFFERS, kind: 'Team' }));
  const options: Option[] = [
    ...(snippets.data?.links ?? []).map(({ id, name, scope, group }) => ({
      value: `saved ${id}`,
      label: name,
      group: 'Snippets',
      note: group ? `${group} · ${ORIGINS[scope]}` : ORIGINS[scope],
    })),
    ...(favorites.data?.links ?? []).map(({ id, name }) => ({
      value: `saved ${id}`,
      label: name,
      group: 'Favorites',
    })),
    ...(term === '' ? [] : (teams.data?.data ?? [])).map(({ name }) => ({
      value: `team ${name}`,
      label: name,
      group: 'Teams',
    })),
  ];
  const error = snippets.error ?? favorites.error;
  return {
    options,
    prefixes: repeatedWords((all.data?.links ?? []).map(({ name }) => name)),
    isReading: snippets.isPending || favorites.isPending,
    error,
  };
}
