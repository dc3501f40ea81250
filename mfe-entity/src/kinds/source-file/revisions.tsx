import { entitiesQuery } from '@cairn/client';
import { useHost } from '@cairn/host';
import { Query } from '@cairn/query';
import { Button, formatDate, Select } from '@cairn/ui';
import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { shortName } from '../../entity/read-entity.ts';
import styles from './revisions.module.css';

const MOST = 200;
const SHORT_SHA = 7;
const MOST_OF_SUBJECT = 80;

/** The commits that changed a file, under its former paths too, the latest first. */
export function revisionsQuery(uuid: string): Query {
  const of = (target: string) => ({ target, attribute: 'uuid', comparison: { IN: [uuid] } });
  return Query.parse({
    select: ['Commit'],
    columns: ['sha', 'name', 'committedAt'],
    filters: [{ any: [of('SourceFile'), of('RenamedFile')] }],
    order: [{ by: 'Commit.committedAt', direction: 'descending' }],
    page: 1,
    pageSize: MOST,
  });
}

interface RevisionsProps {
  readonly uuid: string;
  /** The chosen commit; null for the latest. */
  readonly sha: string | null;
  readonly onChoose: (sha: string | null) => void;
}

/** Chooses the commit after which a file is shown. */
export function Revisions({ uuid, sha, onChoose }: RevisionsProps): ReactNode {
  const { org, timezone } = useHost();
  const query = useMemo(() => revisionsQuery(uuid), [uuid]);
  const { data } = useQuery(entitiesQuery(org.id, query));
  const bySha = new Map((data?.data ?? []).map((row) => [String(row['Commit.sha'] ?? ''), row]));
  bySha.delete('');
  const revisions = [...bySha].map(([value, row]) => {
    const at = row['Commit.committedAt'];
    const subject = shortName(String(row['Commit.name'] ?? ''), MOST_OF_SUBJECT);
    const day = typeof at === 'string' ? formatDate(at, timezone) : '';
    return { value, label: `${value.slice(0, SHORT_SHA)} ${day} ${subject}` };
  });
  if (revisions.length < 2) return null;
  const place = sha === null ? 0 : revisions.findIndex(({ value }) => value === sha);
  const step = (by: -1 | 1) => {
    const next = place + by;
    onChoose(next === 0 ? null : (revisions[next]?.value ?? sha));
  };
  return (
    <div className={styles.revisions} role="group" aria-label="Revision">
      <Select
        aria-label="Revision"
        searchable
        allowDeselect={false}
        className={styles.choice ?? ''}
        data={revisions}
        value={revisions[place]?.value ?? null}
        onChange={(value) => value && onChoose(value === revisions[0]?.value ? null : value)}
      />
      <Button
        size="small"
        icon={<ChevronLeft aria-hidden />}
        disabled={place >= revisions.length - 1}
        onClick={() => step(1)}
      >
        Older
      </Button>
      <Button size="small" icon={<ChevronRight aria-hidden />} disabled={place <= 0} onClick={() => step(-1)}>
        Newer
      </Button>
    </div>
  );
}
