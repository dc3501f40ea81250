import { foundEntitiesQuery } from '@cairn/client';
import type { Space } from '@cairn/contracts/spaces';
import { useHost, type SpaceItemOffer } from '@cairn/host';
import { typeOf, useSavedPage } from '@cairn/saved';
import { Button, Dialog, DialogActions, EmptyState, Row, Text } from '@cairn/ui';
import { SearchField } from '@cairn/ui/fields';
import { useQuery } from '@tanstack/react-query';
import { Box, FileText, Plus } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { useItemActions } from '../spaces/use-spaces.ts';
import styles from './space.module.css';

const SEARCH_MS = 300;
const MOST_SHOWN = 20;
const LINK_TYPES = ['dashboard-v1', 'explore-v1'] as const;

interface Offer {
  readonly id: string;
  readonly hint: string;
  readonly icon: ReactNode;
  readonly item: SpaceItemOffer;
}

/** Adds boards, queries and entities to a space; the dialog stays open for more. */
export function AddItems({ space, onClose }: { space: Space; onClose: () => void }): ReactNode {
  const [words, setWords] = useState('');
  const { add } = useItemActions(space.uuid);
  const offers = useOffers(words);
  const present = new Set(space.items?.map(({ config }) => ('id' in config ? config.id : config.uuid)));
  return (
    <Dialog open onClose={onClose} title="Add items" width={640} height="70vh">
      <div className={styles['adding']}>
        <SearchField
          label="Find something to add"
          placeholder="Find a board, a query, a person, a repository..."
          data-autofocus
          value={words}
          onText={setWords}
        />
        <ul className={styles['offers']}>
          {offers.length === 0 && (
            <EmptyState inline title="Nothing has these words">
              Boards and queries are found by their names, everything else by name, key, number or path.
            </EmptyState>
          )}
          {offers.map(({ id, icon, hint, item }) => (
            <li key={id}>
              <Row gap={2}>
                {icon}
                <Text truncate>{item.name}</Text>
                <Text tone="faint">{hint}</Text>
              </Row>
              <Button
                size="small"
                icon={<Plus aria-hidden />}
                aria-label={present.has(id) ? `${item.name} is in this space` : `Add ${item.name}`}
                disabled={present.has(id) || add.isPending}
                onClick={() => add.mutate(item)}
              >
                {present.has(id) ? 'Added' : 'Add'}
              </Button>
            </li>
          ))}
        </ul>
        <DialogActions>
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}

function useOffers(words: string): Offer[] {
  const { org } = useHost();
  const [term, setTerm] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setTerm(words.trim()), SEARCH_MS);
    return () => clearTimeout(timer);
  }, [words]);
  const things = useSavedPage({ filter: { types: [...LINK_TYPES], words: term }, limit: MOST_SHOWN });
  const entities = useQuery(foundEntitiesQuery(org.id, term, { pageSize: MOST_SHOWN }));
  const saved = (things.data?.links ?? []).map((link): Offer => {
    const type = link.type === 'dashboard-v1' ? ('board' as const) : ('query' as const);
    const Icon = typeOf(link)?.icon ?? FileText;
    const item = { type, name: link.name, config: { id: link.id } };
    return { id: link.id, hint: typeOf(link)?.label ?? '', icon: <Icon size={15} aria-hidden />, item };
  });
  const found = (term ? (entities.data?.data ?? []) : []).map(({ uuid, kind, name }): Offer => ({
    id: uuid,
    hint: kind,
    icon: <Box size={15} aria-hidden />,
    item: { type: 'entity', name, config: { uuid } },
  }));
  return [...saved, ...found];
}
