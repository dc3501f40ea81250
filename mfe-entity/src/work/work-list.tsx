import { entityWorkQuery } from '@cairn/client/story';
import type { EntityDetail } from '@cairn/contracts';
import type { WorkItem } from '@cairn/contracts/story';
import { CATALOGUE } from '@cairn/entities';
import { useHost } from '@cairn/host';
import {
  Avatar,
  Button,
  ErrorState,
  formatDateTime,
  formatNumber,
  formatWhen,
  Panel,
  Refreshing,
  Select,
  Skeleton,
  Text,
} from '@cairn/ui';
import { Pager, SearchField } from '@cairn/ui/fields';
import { useQuery } from '@tanstack/react-query';
import { Bot } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { StatusBadge } from '../badges/status-badge.tsx';
import { EntityLink, openRow } from '../frame/entity-link.tsx';
import { KindIcon } from '../kind-page/kind-icon.tsx';
import { useStoryOf } from '../story/use-story.ts';
import table from '../rows/plain-table.module.css';
import styles from './work-list.module.css';

const pluralOf = (kind: string) => CATALOGUE.kind(kind)?.plural ?? kind;

function Line({ item, siblings }: { item: WorkItem; siblings: readonly string[] }): ReactNode {
  const { timezone } = useHost();
  const { entity, actor, lastActivity, relations } = item;
  return (
    <tr className={styles.row} onClick={openRow}>
      <td>
        <span className={styles.entity} title={relations.join(', ')}>
          <KindIcon kind={entity.kind} type={entity.type} size={14} />
          {entity.key && (
            <Text tone="muted" className={styles.key ?? ''}>
              {entity.key}
            </Text>
          )}
          <EntityLink uuid={entity.uuid} siblings={siblings}>
            {entity.name}
          </EntityLink>
        </span>
      </td>
      <td>
        <StatusBadge kind={entity.kind} status={entity.status} statusCategory={entity.statusCategory} />
      </td>
      <td>
        {actor && (
          <span className={styles.actor}>
            {actor.isBot ? <Bot size={16} aria-label="Bot" /> : <Avatar name={actor.name} />}
            <EntityLink uuid={actor.uuid}>{actor.name}</EntityLink>
          </span>
        )}
      </td>
      <td>
        {lastActivity && (
          <time dateTime={lastActivity} title={formatDateTime(lastActivity, timezone)}>
            {formatWhen(lastActivity, timezone)}
          </time>
        )}
      </td>
    </tr>
  );
}

function Lines({ items }: { items: readonly WorkItem[] }): ReactNode {
  const siblings = items.map(({ entity }) => entity.uuid);
  return (
    <div className={table.scroll} tabIndex={0} role="region" aria-label="Latest work">
      <table className={`${table.table ?? ''} ${styles.lines ?? ''}`}>
        <thead>
          <tr>
            <th scope="col">Entity</th>
            <th scope="col">Status</th>
            <th scope="col">Actor</th>
            <th scope="col">Last activity</th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <Line key={item.entity.uuid} item={item} siblings={siblings} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Types({
  types,
  chosen,
  onChoose,
}: {
  types: readonly { kind: string; total: number }[];
  chosen: readonly string[];
  onChoose: (types: readonly string[]) => void;
}): ReactNode {
  return (
    <div className={styles.types} role="group" aria-label="Types">
      {types.map(({ kind, total }) => (
        <Button
          key={kind}
          size="small"
          variant={chosen.includes(kind) ? 'primary' : 'subtle'}
          aria-pressed={chosen.includes(kind)}
          onClick={() =>
            onChoose(chosen.includes(kind) ? chosen.filter((each) => each !== kind) : [...chosen, kind])
          }
        >
          {pluralOf(kind)} {formatNumber(total)}
        </Button>
      ))}
    </div>
  );
}

/** Whose work is listed: everybody's, or that of one person. */
function Actors({
  actors,
  chosen,
  onChoose,
}: {
  actors: readonly { uuid: string; name: string }[];
  chosen: string | null;
  onChoose: (uuid: string | null) => void;
}): ReactNode {
  if (actors.length < 2 && chosen === null) return null;
  return (
    <Select
      aria-label="Actor"
      placeholder="Everybody"
      searchable
      clearable
      className={styles.field ?? ''}
      data={actors.map(({ uuid, name }) => ({ value: uuid, label: name || uuid }))}
      value={chosen}
      onChange={onChoose}
    />
  );
}

/** What an entity is related to, by last activity: searched, by type, ten a page (E§7). */
export function WorkList({ entity }: { entity: EntityDetail }): ReactNode {
  const [types, setTypes] = useState<readonly string[]>([]);
  const [search, setSearch] = useState('');
  const [actor, setActor] = useState<string | null>(null);
  const [page, setPage] = useState(1);
  const story = useStoryOf(entity.uuid);
  const { data, isPending, isError, error, isPlaceholderData, refetch } = useQuery(
    entityWorkQuery(story, { types, search: search.trim(), actor, page }),
  );
  if (isPending) return <Skeleton height={220} />;
  if (isError && !data)
    return (
      <ErrorState inline title="The work could not be read" error={error} onRetry={() => void refetch()} />
    );
  const { total, pageSize, types: counted, actors } = data.meta;
  const narrow = (change: () => void) => {
    change();
    setPage(1);
  };
  return (
    <Panel title="Latest work">
      <div className={styles.head}>
        <div className={styles.fields}>
          <SearchField
            label="Search work"
            placeholder="Search work"
            className={styles.field ?? ''}
            value={search}
            maxLength={200}
            onText={(text) => narrow(() => setSearch(text))}
          />
          <Actors actors={actors} chosen={actor} onChoose={(next) => narrow(() => setActor(next))} />
        </div>
        <Types types={counted} chosen={types} onChoose={(next) => narrow(() => setTypes(next))} />
      </div>
      <Refreshing active={isPlaceholderData} className="">
        {data.data.length === 0 ? (
          <Text as="p" tone="muted">
            None
          </Text>
        ) : (
          <Lines items={data.data} />
        )}
      </Refreshing>
      <Pager label="Pages of work" page={page} pageSize={pageSize} total={total} onPage={setPage} />
    </Panel>
  );
}
