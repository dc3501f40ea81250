import { suggestedEntitiesQuery } from '@cairn/client';
import { SEARCH_TERM_LENGTH } from '@cairn/contracts';
import { addressAt, useHost } from '@cairn/host';
import { addressOf, typeOf, useFoundThings, useSavedTypes } from '@cairn/saved';
import { Text } from '@cairn/ui';
import { entityLookOf } from '@cairn/ui/viewers';
import { useQuery } from '@tanstack/react-query';
import { FileText, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styles from './home-search.module.css';

const PER_TYPE = 2;

interface Suggestion {
  readonly id: string;
  readonly to: string;
  readonly icon: LucideIcon;
  readonly name: string;
  readonly hint: string;
}

/** The saved things and the entities that a text names, each a link. */
export function Suggestions({ text }: { text: string }): ReactNode {
  const { org } = useHost();
  const types = useSavedTypes();
  const term = text.slice(0, SEARCH_TERM_LENGTH);
  const entities = useQuery(suggestedEntitiesQuery(org.id, term)).data ?? [];
  const saved = useFoundThings({ text: term, perType: PER_TYPE }).data?.data ?? [];
  const found: Suggestion[] = [
    ...entities.map(({ uuid, kind, badge, name, hint }) => {
      const { label, icon } = entityLookOf(badge ?? kind);
      const words = hint === null ? label : `${label} · ${hint}`;
      return { id: uuid, to: addressAt(org.id, 'entity', uuid), icon, name, hint: words };
    }),
    ...saved.map((link) => {
      const type = typeOf(link, types);
      const to = addressOf(org.id, link, types);
      return { id: link.id, to, icon: type?.icon ?? FileText, name: link.name, hint: type?.label ?? '' };
    }),
  ];
  if (found.length === 0) return null;
  return (
    <ul className={styles.suggestions} aria-label="Suggestions">
      {found.map(({ id, to, icon: Icon, name, hint }) => (
        <li key={id}>
          <Link to={to} data-suggestion>
            <Icon size={15} aria-hidden />
            <Text truncate>{name}</Text>
            <Text tone="faint" truncate>
              {hint}
            </Text>
          </Link>
        </li>
      ))}
    </ul>
  );
}
