import type { LinkCounts } from '@cairn/contracts';
import { inLibraryOrder, useSavedTypes, type SavedType } from '@cairn/saved';
import { Text } from '@cairn/ui';
import { Heart, UserRound, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { SCOPE_WORDS, STATUS_WORDS } from './words.ts';
import { filterToken, hasToken, SCOPES, STATUSES, type TokenKind } from './filter.ts';
import styles from './library.module.css';

interface Choice {
  kind: TokenKind;
  value: string;
  label: string;
  count: number;
  Icon?: LucideIcon | undefined;
}

function choicesOf(counts: LinkCounts, types: readonly SavedType[]): { title: string; choices: Choice[] }[] {
  const choice = (kind: TokenKind, value: string, label: string, count = 0, Icon?: LucideIcon): Choice => ({
    kind,
    value,
    label,
    count,
    Icon,
  });
  return [
    {
      title: 'Collections',
      choices: [
        choice('in', 'favorites', 'Favorites', counts.collections.favorites, Heart),
        choice('in', 'mine', 'Made by me', counts.collections.mine, UserRound),
      ],
    },
    {
      title: 'Type',
      choices: inLibraryOrder(types).map(({ type, word, plural, icon }) =>
        choice('type', word, plural, counts.types[type], icon),
      ),
    },
    {
      title: 'Visibility',
      choices: SCOPES.map((scope) =>
        choice('scope', scope, SCOPE_WORDS[scope].label, counts.scopes[scope], SCOPE_WORDS[scope].Icon),
      ),
    },
    {
      title: 'Status',
      choices: STATUSES.map((status) =>
        choice(
          'status',
          status,
          STATUS_WORDS[status].label,
          counts.statuses[status],
          STATUS_WORDS[status].Icon,
        ),
      ),
    },
    {
      title: 'Owner',
      choices: counts.owners.map(({ name, count }) => choice('owner', name, name, count)),
    },
    {
      title: 'Related Tags',
      choices: counts.tags.map(({ tag, count }) => choice('tag', tag, tag.replaceAll('_', ' '), count)),
    },
  ];
}

const NO_COUNTS: LinkCounts = { types: {}, scopes: {}, collections: {}, statuses: {}, owners: [], tags: [] };

/** The side panel of the library: each choice toggles its token in the filter. */
export function FilterPanel({
  counts,
  filter,
  isOpen,
  onToggle,
}: {
  /** Whether it is shown where there is little room; with room it always is. */
  isOpen: boolean;
  counts: LinkCounts | null;
  filter: string;
  onToggle: (token: string) => void;
}): ReactNode {
  return (
    <aside className={styles['filters']} aria-label="Filters" data-open={isOpen || undefined}>
      {choicesOf(counts ?? NO_COUNTS, useSavedTypes())
        .filter(({ choices }) => choices.length > 0)
        .map(({ title, choices }) => (
          <section key={title}>
            <h2>{title}</h2>
            <ul>
              {choices.map(({ kind, value, label, count, Icon }) => {
                const token = filterToken(kind, value);
                return (
                  <li key={token}>
                    <button
                      type="button"
                      aria-pressed={hasToken(filter, token)}
                      onClick={() => onToggle(token)}
                    >
                      {Icon && <Icon size={14} aria-hidden />}
                      <Text truncate>{label}</Text>
                      <Text numeric tone="faint">
                        {counts ? count : ''}
                      </Text>
                    </button>
                  </li>
                );
              })}
            </ul>
          </section>
        ))}
    </aside>
  );
}
