import { inLibraryOrder, useSavedTypes, type SavedType } from '@cairn/saved';
import { Text } from '@cairn/ui';
import type { ReactNode } from 'react';
import { SCOPE_WORDS, STATUS_WORDS } from './columns.tsx';
import { filterToken, hasToken, relatedTags, SCOPES, STATUSES, type TokenKind } from './filter.ts';
import type { LibraryRow } from './items.ts';
import styles from './library.module.css';

interface Choice {
  kind: TokenKind;
  value: string;
  label: string;
  count: number;
}

function choicesOf(
  rows: readonly LibraryRow[],
  types: readonly SavedType[],
): { title: string; choices: Choice[] }[] {
  const count = (test: (row: LibraryRow) => boolean) => rows.filter(test).length;
  const choice = (
    kind: TokenKind,
    value: string,
    label: string,
    test: (row: LibraryRow) => boolean,
  ): Choice => ({
    kind,
    value,
    label,
    count: count(test),
  });
  return [
    {
      title: 'Collections',
      choices: [
        choice('in', 'favorites', 'Favorites', (row) => row.isBookmarked),
        choice('in', 'mine', 'Made by me', (row) => row.isMine),
      ],
    },
    {
      title: 'Type',
      choices: inLibraryOrder(types).map(({ type, word, plural }) =>
        choice('type', word, plural, (row) => row.link.type === type),
      ),
    },
    {
      title: 'Visibility',
      choices: SCOPES.map((scope) =>
        choice('scope', scope, SCOPE_WORDS[scope].label, (row) => row.scope === scope),
      ),
    },
    {
      title: 'Status',
      choices: STATUSES.map((status) =>
        choice('status', status, STATUS_WORDS[status].label, (row) => row.status === status),
      ),
    },
    {
      title: 'Related Tags',
      choices: relatedTags(rows).map(({ tag, count: uses }) => ({
        kind: 'tag' as const,
        value: tag,
        label: tag.replaceAll('_', ' '),
        count: uses,
      })),
    },
  ];
}

/** The side panel of the library: each choice toggles its token in the filter. */
export function FilterPanel({
  rows,
  filter,
  onToggle,
}: {
  rows: readonly LibraryRow[];
  filter: string;
  onToggle: (token: string) => void;
}): ReactNode {
  return (
    <aside className={styles['filters']} aria-label="Filters">
      {choicesOf(rows, useSavedTypes())
        .filter(({ choices }) => choices.length > 0)
        .map(({ title, choices }) => (
          <section key={title}>
            <h2>{title}</h2>
            <ul>
              {choices.map(({ kind, value, label, count }) => {
                const token = filterToken(kind, value);
                return (
                  <li key={token}>
                    <button
                      type="button"
                      aria-pressed={hasToken(filter, token)}
                      onClick={() => onToggle(token)}
                    >
                      <Text truncate>{label}</Text>
                      <Text numeric tone="faint">
                        {count}
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
