import type { Configuration } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import type { Query } from '@cairn/query';
import { draftOf, partOfQuery, SnippetForm } from '@cairn/saved/snippets';
import { Dialog, Stack } from '@cairn/ui';
import { Checkbox } from '@cairn/ui/fields';
import { useState, type ReactNode } from 'react';
import { clausesOf, type Clause } from '../clauses.ts';
import { withoutClauses } from './kept-clauses.ts';

interface CreateSnippetProps {
  readonly query: Query;
  readonly configuration: Configuration;
  readonly onClose: () => void;
}

/** Makes a snippet of the clauses of a query that a person chooses; dates cannot be among them (X§5). */
export function CreateSnippet({ query, configuration, onClose }: CreateSnippetProps): ReactNode {
  const { timezone } = useHost();
  const [left, setLeft] = useState<readonly Clause[]>([]);
  const listed = (of: Query) =>
    clausesOf(of, configuration, timezone).filter(
      ({ type, isDefault }) => type !== 'date-range' && !isDefault,
    );
  const kept = new Set(listed(withoutClauses(query, left)).map(textOf));
  return (
    <Dialog open onClose={onClose} title="Create snippet" width={520}>
      <SnippetForm link={null} given={draftOf(null, { ...partOfQuery(query) })} onClose={onClose}>
        {(_, choose) => (
          <Stack gap={2} role="group" aria-label="What it keeps">
            {listed(query).map((clause) => (
              <Checkbox
                key={`${clause.type}-${clause.index}`}
                label={textOf(clause)}
                checked={kept.has(textOf(clause))}
                onChange={() => {
                  const next = toggled(left, clause);
                  setLeft(next);
                  choose({ ...partOfQuery(withoutClauses(query, next)) });
                }}
              />
            ))}
          </Stack>
        )}
      </SnippetForm>
    </Dialog>
  );
}

const textOf = ({ name, words }: Clause): string => `${name} ${words}`;

function toggled(left: readonly Clause[], clause: Clause): readonly Clause[] {
  const others = left.filter((each) => textOf(each) !== textOf(clause));
  return others.length < left.length ? others : [...left, clause];
}
