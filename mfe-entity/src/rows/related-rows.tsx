import { entitiesQuery, integrationLabel } from '@cairn/client';
import type { EntityDetail } from '@cairn/contracts';
import { CATALOGUE } from '@cairn/entities';
import { useHost } from '@cairn/host';
import { exploreAddress, Query } from '@cairn/query';
import {
  Avatar,
  Button,
  ErrorState,
  formatDateTime,
  formatNumber,
  formatWhen,
  Panel,
  Skeleton,
  Text,
} from '@cairn/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { vocabularyOf, WordBadge } from '@cairn/ui/viewers';
import { useBranchLens } from '../charts/branch-lens.ts';
import { countOf, shortName } from '../entity/read-entity.ts';
import { AppLink, EntityLink, openRow } from '../frame/entity-link.tsx';
import { KindIcon } from '../kind-page/kind-icon.tsx';
import { NumberValue } from '../properties/number-value.tsx';
import styles from './related-rows.module.css';
import {
  listedKind,
  MOST_ROWS,
  nameOf,
  placesOf,
  type RowFigure,
  type RowSpec,
  rowsQueryOf,
} from './row-spec.ts';

const MOST_OF_NAME = 160;
const MOST_OF_KEY = 40;
const MOST_OF_PLACE = 60;

type Row = Readonly<Record<string, unknown>>;
const textIn = (row: Row, key: string) => {
  const value = row[key];
  return typeof value === 'string' && value !== '' ? value : null;
};

/** A value as people say it: the label of a kind, and the name of a tool. */
function sayOf(name: string, value: string): string {
  if (name === 'entityType') return CATALOGUE.kind(value)?.label ?? value;
  return name === 'integration' ? integrationLabel(value) : value;
}

function Figure({ row, kind, figure }: { row: Row; kind: string; figure: RowFigure }): ReactNode {
  const name = nameOf(figure);
  const value = row[`${kind}.${name}`];
  const attribute = CATALOGUE.attribute(kind, name);
  const isNothing = value === null || value === undefined || (value === 0 && typeof figure !== 'string');
  if (isNothing || !attribute) return null;
  const { before = '', words = '', one = words } = typeof figure === 'string' ? {} : figure;
  const after = value === 1 ? one : words;
  return (
    <span className={styles.figure} title={attribute.label}>
      {before && `${before} `}
      {typeof value === 'number' ? (
        <NumberValue name={name} unit={attribute.unit} value={value} />
      ) : (
        shortName(sayOf(name, String(value)), MOST_OF_NAME)
      )}
      {after && ` ${after}`}
    </span>
  );
}

function Person({ row, relation }: { row: Row; relation: string }): ReactNode {
  const [uuid, name] = [textIn(row, `${relation}.uuid`), textIn(row, `${relation}.name`)];
  if (!uuid || !name) return null;
  return (
    <span className={styles.person}>
      <Avatar name={name} />
      <EntityLink uuid={uuid}>{name}</EntityLink>
    </span>
  );
}

/** The first of these paths that leads anywhere, as a link after its word. */
function FirstLink({
  row,
  paths,
  word,
}: {
  row: Row;
  paths: readonly string[];
  word: (path: string) => string;
}): ReactNode {
  for (const path of paths) {
    const [uuid, name] = [textIn(row, `${path}.uuid`), textIn(row, `${path}.name`)];
    if (uuid && name)
      return (
        <span className={styles.figure}>
          {`${word(path)} `}
          <EntityLink uuid={uuid}>{shortName(name, MOST_OF_PLACE)}</EntityLink>
        </span>
      );
  }
  return null;
}

/** Things are spoken of; in all other places people meet. */
const ON = new Set(['Issue', 'PullRequest']);

/** One related entity: its key, name, badges, person, figures and date. */
export function RelatedRow({
  row,
  kind,
  spec,
  siblings,
  isThis = false,
}: {
  row: Row;
  kind: string;
  spec: RowSpec;
  siblings: readonly string[];
  /** The entity of the page itself, in a list that it is part of. */
  isThis?: boolean;
}): ReactNode {
  const { name = 'name', key } = spec;
  const uuid = textIn(row, 'uuid') ?? '';
  const before = key ? textIn(row, `${kind}.${key}`) : null;
  return (
    <li className={styles.row} aria-current={isThis || undefined} onClick={openRow}>
      <KindIcon
        kind={textIn(row, `${kind}.entityType`) ?? kind}
        type={textIn(row, `${kind}.issueType`)}
        size={14}
      />
      {before && (
        <Text tone="muted" numeric className={styles.key ?? ''}>
          {shortName(before, MOST_OF_KEY)}
        </Text>
      )}
      <EntityLink uuid={uuid} className={styles.name ?? ''} siblings={siblings}>
        {shortName(
          textIn(row, `${kind}.${name}`) ?? textIn(row, `${kind}.name`) ?? `Entity #${uuid}`,
          MOST_OF_NAME,
        )}
      </EntityLink>
      <span className={styles.facts}>
        <RowFacts row={row} kind={kind} spec={spec} />
      </span>
    </li>
  );
}

type FactsSpec = Pick<RowSpec, 'badges' | 'person' | 'within' | 'to' | 'figures' | 'at' | 'withTime'>;

/** What a row says beside the name: badges, figures, whom it answers, what it is within, person and date. */
export function RowFacts({ row, kind, spec }: { row: Row; kind: string; spec: FactsSpec }): ReactNode {
  const { timezone } = useHost();
  const { badges = [], person, within, to = [], figures = [], at, withTime } = spec;
  const moment = at ? textIn(row, `${kind}.${at}`) : null;
  return (
    <>
      {badges.map(({ attribute, of }) => {
        const word = textIn(row, `${kind}.${attribute}`);
        return (
          word && (
            <WordBadge
              key={attribute}
              of={of === 'status' ? (vocabularyOf(attribute, kind) ?? of) : of}
              word={word}
              category={textIn(row, `${kind}.${attribute}Category`)}
            />
          )
        );
      })}
      {figures.map((each) => (
        <Figure key={nameOf(each)} row={row} kind={kind} figure={each} />
      ))}
      <FirstLink row={row} paths={to} word={() => 'to'} />
      <FirstLink row={row} paths={placesOf(within)} word={(path) => (ON.has(path) ? 'on' : 'in')} />
      {person && <Person row={row} relation={person} />}
      {moment && (
        <time className={styles.time} dateTime={moment} title={formatDateTime(moment, timezone)}>
          {withTime ? formatDateTime(moment, timezone) : formatWhen(moment, timezone)}
        </time>
      )}
    </>
  );
}

function RowsSkeleton({ count }: { count: number }): ReactNode {
  return (
    <div role="status" aria-label="Loading" className={styles.rows}>
      {Array.from({ length: count }, (_, at) => (
        <div key={at} className={styles.row}>
          <Skeleton width={`${String(40 + ((at * 17) % 40))}%`} />
        </div>
      ))}
    </div>
  );
}

function Rows({
  query,
  kind,
  spec,
  uuid,
}: {
  query: Query;
  kind: string;
  spec: RowSpec;
  uuid: string;
}): ReactNode {
  const { org } = useHost();
  const { most = MOST_ROWS } = spec;
  const [shown, setShown] = useState(most);
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery({
    ...entitiesQuery(org.id, { ...query, pageSize: shown }),
    placeholderData: keepPreviousData,
  });
  if (isPending) return <RowsSkeleton count={3} />;
  if (error) {
    return (
      <ErrorState inline title="This list could not be read" error={error} onRetry={() => void refetch()} />
    );
  }
  if (data.data.length === 0) return <Nothing text={spec.empty ?? 'None'} />;
  const { total } = data.meta;
  const siblings = data.data.map(({ uuid }) => String(uuid));
  return (
    <>
      <ul className={styles.rows}>
        {data.data.map((row) => (
          <RelatedRow
            key={String(row['uuid'])}
            row={row}
            kind={kind}
            spec={spec}
            siblings={siblings}
            isThis={row['uuid'] === uuid}
          />
        ))}
      </ul>
      {total > data.data.length && (
        <div className={styles.foot}>
          <Button
            size="small"
            variant="subtle"
            loading={isPlaceholderData}
            onClick={() => setShown(shown + most)}
          >
            Show more
          </Button>
          <AppLink className={styles.all ?? ''} to={exploreAddress(org.id, { query: inExplore(query) })}>
            {`All ${formatNumber(total)} in Explore`}
          </AppLink>
        </div>
      )}
    </>
  );
}

/** The query as Explore opens it: with its own columns and pages. */
function inExplore({ select, filters, order, timezone, asOf }: Query): Query {
  return Query.parse({ select, filters, order, timezone, ...(asOf ? { asOf } : {}) });
}

function Nothing({ text }: { text: string }): ReactNode {
  return (
    <Text as="p" tone="muted">
      {text}
    </Text>
  );
}

/** A panel with related entities, one a line; it is left out where there are none and nothing is to be said of it. */
export function RelatedRows({ entity, spec }: { entity: EntityDetail; spec: RowSpec }): ReactNode {
  const { timezone } = useHost();
  const query = rowsQueryOf(entity, spec, timezone, useBranchLens());
  // What no source of the org fills is not in the answer, and takes no place.
  const isFilled = spec.listed !== undefined || countOf(entity, spec.relation) !== undefined;
  if (!query && (spec.empty === undefined || !isFilled)) return null;
  return (
    <Panel title={spec.title}>
      {query ? (
        <div>
          <Rows query={query} kind={listedKind(entity, spec)} spec={spec} uuid={entity.uuid} />
        </div>
      ) : (
        <Nothing text={spec.empty ?? 'None'} />
      )}
    </Panel>
  );
}
