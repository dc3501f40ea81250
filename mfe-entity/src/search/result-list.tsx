import type { FoundEntity } from '@cairn/contracts';
import { CATALOGUE, BADGE_KINDS } from '@cairn/entities';
import { formatNumber, Text } from '@cairn/ui';
import { Pager } from '@cairn/ui/fields';
import type { ReactNode } from 'react';
import { EntityLink } from '../frame/entity-link.tsx';
import { KindIcon } from '../kind-page/kind-icon.tsx';
import { pluralOf } from './kind-filter.tsx';
import styles from './search.module.css';

interface ResultListProps {
  text: string;
  kind: string | null;
  found: readonly FoundEntity[];
  page: number;
  pageSize: number;
  total: number;
  onPage: (page: number) => void;
}

/** A page of results, with what was asked for at the end of the last one. */
export function ResultList({ text, kind, found, page, pageSize, total, onPage }: ResultListProps): ReactNode {
  const siblings = found.map(({ uuid }) => uuid);
  const isLast = page * pageSize >= total;
  return (
    <>
      <ul className={styles.list} aria-label="Search results">
        {found.map((entity) => (
          <Result key={entity.uuid} entity={entity} siblings={siblings} />
        ))}
      </ul>
      <Pager label="Pages of results" page={page} pageSize={pageSize} total={total} onPage={onPage} />
      {isLast && (
        <Text as="p" tone="muted" className={styles.end ?? ''}>
          End of results: {formatNumber(total)} for “{text}”, type {kind ? pluralOf(kind) : 'any'}.
        </Text>
      )}
    </>
  );
}

const labelOf = ({ kind, badge }: FoundEntity) =>
  BADGE_KINDS.find(({ name }) => name === badge)?.label ?? CATALOGUE.kind(kind)?.label ?? kind;

function Result({ entity, siblings }: { entity: FoundEntity; siblings: readonly string[] }): ReactNode {
  const { uuid, kind, name, hint } = entity;
  return (
    <li className={styles.result}>
      <KindIcon kind={kind} />
      <span className={styles.name}>
        <EntityLink uuid={uuid} siblings={siblings}>
          {name}
        </EntityLink>
      </span>
      {hint && (
        <Text truncate tone="muted" className={styles.hint ?? ''}>
          {hint}
        </Text>
      )}
      <Text tone="faint" className={styles.label ?? ''}>
        {labelOf(entity)}
      </Text>
    </li>
  );
}
