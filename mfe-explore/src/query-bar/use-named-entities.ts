import { foundEntitiesQuery } from '@cairn/client';
import { SEARCH_TERM_LENGTH, type FoundEntity } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { CatalogueField } from '../graph/fields.ts';

/** The pause in typing after which entities are searched, unless Enter asks for them (E§7, ruling 18). */
const PAUSE_MS = 1_500;
const MOST = 20;
const NONE: readonly FoundEntity[] = [];

/** The entities of a field's kind that a text names, where the field is their name. */
export function useNamedEntities(field: CatalogueField, text: string) {
  const { org } = useHost();
  const typed = field.attribute === 'name' ? text.trim().slice(0, SEARCH_TERM_LENGTH) : '';
  const [term, setTerm] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setTerm(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const { data, isFetching } = useQuery(
    foundEntitiesQuery(org.id, term, { pageSize: MOST, kind: field.kind }),
  );
  const isOfText = typed !== '' && typed === term;
  return {
    data: isOfText && data ? data.data.filter(({ kind }) => kind === field.kind) : NONE,
    isSearching: isOfText && isFetching,
    searchNow: () => setTerm(typed),
  };
}
