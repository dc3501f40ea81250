import { foundEntitiesQuery } from '@cairn/client';
import type { FoundEntity } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { EntityLink } from '../frame/entity-link.tsx';
import { kindOfTerm, piecesOf } from './references.ts';

const MOST_FOUND = 3;

/** The one entity that a term names; null when there is none, or several. */
export function meantBy(term: string, found: readonly FoundEntity[]): FoundEntity | null {
  const kind = kindOfTerm(term);
  const login = term.slice(1).toLowerCase();
  const isMeant = (each: FoundEntity) =>
    each.kind === kind &&
    (kind === 'Person' ? each.hint?.toLowerCase().startsWith(login) === true : each.exact);
  const meant = found.filter(isMeant);
  return meant.length === 1 ? (meant[0] ?? null) : null;
}

function Reference({ term }: { term: string }): ReactNode {
  const { org } = useHost();
  const { data, isPlaceholderData } = useQuery(foundEntitiesQuery(org.id, term, { pageSize: MOST_FOUND }));
  const entity = data && !isPlaceholderData && meantBy(term, data.data);
  if (!entity) return term;
  return (
    <EntityLink uuid={entity.uuid} title={entity.name}>
      {term}
    </EntityLink>
  );
}

/** A text whose keys, #numbers, shas and @people are links to the entities that they name. */
export function LinkedWords({ text }: { text: string }): ReactNode {
  return piecesOf(text).map((piece, at) => (
    <Fragment key={at}>{piece.term ? <Reference term={piece.term} /> : piece.text}</Fragment>
  ));
}

/** The same for the words of a formatted text. */
export const linkWords = (text: string): ReactNode => <LinkedWords text={text} />;
