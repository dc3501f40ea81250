import { entityRelatedQuery } from '@cairn/client/story';
import { CATALOGUE, propertyOf } from '@cairn/entities';
import { useHost } from '@cairn/host';
import { Badge, Button, formatDate, formatNumber, Panel, Text } from '@cairn/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { RelatedItem } from '../entity/read-entity.ts';
import { EntityLink, openRow } from '../frame/entity-link.tsx';
import { KindIcon } from '../kind-page/kind-icon.tsx';
import { RowFacts } from '../rows/related-rows.tsx';
import { useStoryOf } from '../story/use-story.ts';
import { factsOf, useItemRows } from './item-facts.ts';
import type { EntityRelation } from './listed-relations.ts';
import styles from './related-panels.module.css';

const NOTHING = {};

/** The type of an issue among related things. */
function typeIn(row: Readonly<Record<string, unknown>> | undefined): string | null {
  const type = row?.['Issue.issueType'];
  return typeof type === 'string' ? type : null;
}

interface ListProps {
  readonly kind: string;
  readonly relation: string;
  readonly items: readonly RelatedItem[];
}

const spaced = (value: string) => value.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();

/** The texts that a relation itself says of an item, such as the role of a member. */
function saidOf({ properties = {} }: RelatedItem): [name: string, value: string][] {
  return Object.entries(properties).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, spaced(value)]] : [],
  );
}

function ItemList({ kind, relation, items }: ListProps): ReactNode {
  const { timezone } = useHost();
  const path = CATALOGUE.path(kind, relation) ?? [];
  const target = items[0]?.kind ?? kind;
  const rows = useItemRows(target, items);
  const siblings = items.map(({ uuid }) => uuid);
  return (
    <ul className={styles.items}>
      {items.map((item) => (
        <li key={item.uuid} className={styles.row} onClick={openRow}>
          <EntityLink uuid={item.uuid} className={styles.item} siblings={siblings}>
            <KindIcon kind={item.kind} type={typeIn(rows.get(item.uuid))} size={14} />
            <Text truncate>{item.name}</Text>
          </EntityLink>
          {saidOf(item).map(([name, value]) => (
            <span key={name} title={propertyOf(path, name)?.label ?? name}>
              <Badge>{value}</Badge>
            </span>
          ))}
          <RowFacts row={rows.get(item.uuid) ?? NOTHING} kind={target} spec={factsOf(target)} />
          {item.until && (
            <Text tone="muted" className={styles.until ?? ''}>
              until {formatDate(item.until, timezone)}
            </Text>
          )}
        </li>
      ))}
    </ul>
  );
}

/** What a dated relation led to before, apart from what it leads to now. */
function Former({ kind, relation }: { kind: string; relation: EntityRelation }): ReactNode {
  const { former, name, total } = relation;
  if (!former) return null;
  const more = former.total - former.items.length;
  return (
    <section aria-label={`${relation.label} before`}>
      <Text as="p" tone="muted" className={styles.before ?? ''}>
        {total > 0 ? 'Before' : 'Only before'} · {formatNumber(former.total)}
      </Text>
      <ItemList kind={kind} relation={name} items={former.items} />
      {more > 0 && <Text tone="muted">+{formatNumber(more)} more</Text>}
    </section>
  );
}

/** The rest of a relation that no table shows, twenty at a time. */
function Rest({ uuid, kind, relation }: { uuid: string; kind: string; relation: EntityRelation }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const rest = useInfiniteQuery({
    ...entityRelatedQuery(useStoryOf(uuid), relation.name),
    // The first page came with the entity.
    initialPageParam: 2,
    enabled: isOpen,
  });
  const items = rest.data?.pages.flatMap(({ related }) => related) ?? [];
  const more = relation.total - relation.items.length - items.length;
  return (
    <>
      <ItemList kind={kind} relation={relation.name} items={items} />
      {more > 0 && (
        <Button
          size="small"
          variant="subtle"
          loading={rest.isFetching}
          onClick={() => (isOpen ? void rest.fetchNextPage() : setOpen(true))}
        >
          {formatNumber(more)} more
        </Button>
      )}
    </>
  );
}

/** A panel for each relation, with links to its entities; of one in a table only what it was before. */
export function RelatedPanels({
  uuid,
  kind,
  relations,
  inTables,
}: {
  uuid: string;
  kind: string;
  relations: readonly EntityRelation[];
  inTables: readonly EntityRelation[];
}): ReactNode {
  const shown = relations.filter((relation) => relation.former || !inTables.includes(relation));
  if (shown.length === 0) return null;
  return (
    <div className={styles.panels}>
      {shown.map((relation) => (
        <Panel
          key={relation.name}
          title={relation.label}
          actions={
            <Text tone="muted" numeric>
              {formatNumber(relation.total)}
            </Text>
          }
        >
          {!inTables.includes(relation) && relation.items.length > 0 && (
            <ItemList kind={kind} relation={relation.name} items={relation.items} />
          )}
          {!inTables.includes(relation) && relation.total > relation.items.length && (
            <Rest uuid={uuid} kind={kind} relation={relation} />
          )}
          <Former kind={kind} relation={relation} />
        </Panel>
      ))}
    </div>
  );
}
