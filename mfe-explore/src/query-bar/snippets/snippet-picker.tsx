import type { Configuration } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { addPart, editQuery, isAbout, type Query, type QueryPart } from '@cairn/query';
import { savedQuery, savedThing } from '@cairn/saved';
import { partOfSnippet, SNIPPET } from '@cairn/saved/snippets';
import { Button, Dialog, Note, Row, Stack } from '@cairn/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { selectedKind, selectKind } from '../../graph/fields.ts';
import { OptionList } from '../../options/option-list.tsx';
import { pathToTeam } from './path-to-team.ts';
import { useOffers } from './use-offers.ts';

interface SnippetPickerProps {
  readonly query: Query;
  readonly configuration: Configuration;
  readonly onPick: (query: Query) => void;
  readonly onClose: () => void;
}

/** Adds a snippet or a team to the query, or takes a favorite query in its place. */
export function SnippetPicker({ query, configuration, onPick, onClose }: SnippetPickerProps): ReactNode {
  const [text, setText] = useState('');
  const [start, setStart] = useState('');
  const { options, prefixes, isReading, error } = useOffers(text);
  const pick = usePick(query, configuration, onPick);
  const filterBy = (word: string) => {
    setStart(word);
    setText(word);
  };
  return (
    <Dialog open onClose={onClose} title="Add a snippet, favorite or team">
      <Stack gap={3}>
        {prefixes.length > 0 && (
          <Row gap={1} wrap role="group" aria-label="Words of snippets">
            {prefixes.map((word) => (
              <Button key={word} size="small" aria-pressed={text === word} onClick={() => filterBy(word)}>
                {word}
              </Button>
            ))}
          </Row>
        )}
        {error && <Note tone="bad">The snippets cannot be read. {error.message}</Note>}
        <OptionList
          key={start}
          start={start}
          label="Snippet, favorite or team"
          placeholder="Filter snippets and favorites, or type the name of a team"
          options={options}
          waiting={isReading}
          none={text ? 'no matches' : 'There is no snippet and no favorite query yet'}
          onSearch={setText}
          onPick={(value) => void pick(value)}
        />
      </Stack>
    </Dialog>
  );
}

function usePick(query: Query, configuration: Configuration, onPick: (query: Query) => void) {
  const { org, toast } = useHost();
  const cache = useQueryClient();
  return async (value: string): Promise<void> => {
    const [kind, ...rest] = value.split(' ');
    const name = rest.join(' ');
    if (kind === 'team') {
      const next = ofTeam(query, configuration, name);
      if (next) return onPick(next);
      return toast({ kind: 'info', message: 'What this query is about has no team.' });
    }
    const link = await cache.fetchQuery(savedThing(org.id, name)).catch(() => null);
    const next = link && queryWith(link);
    if (next) onPick(next);
    else toast({ kind: 'error', message: 'It could not be read. Please try again.' });
  };

  function queryWith(link: Parameters<typeof savedQuery.stateOf>[0] & { json: unknown }): Query | null {
    if (link.type !== SNIPPET) {
      const state = savedQuery.stateOf(link);
      return state && editQuery(query, { type: 'load', query: { ...state.params, ...orgOf(query) } });
    }
    const part = partOfSnippet(link);
    return part && addPart(aboutIt(query, part, configuration), part);
  }
}

const orgOf = ({ orgId }: Query): Pick<Query, 'orgId'> => (orgId ? { orgId } : {});

/** The query about what a part is about, without the clauses that this lacks. */
function aboutIt(query: Query, part: QueryPart, configuration: Configuration): Query {
  const [kind] = part.select ?? [];
  return kind === undefined || isAbout(query, part) ? query : selectKind(query, kind, configuration).query;
}

/** The query narrowed to a team; null where what it is about has none. */
function ofTeam(query: Query, configuration: Configuration, name: string): Query | null {
  const target = pathToTeam(selectedKind(query), configuration);
  if (target === null) return null;
  return addPart(query, { filters: [{ target, attribute: 'name', comparison: { IN: [name] } }] });
}
