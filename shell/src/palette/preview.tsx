import { entityQuery } from '@cairn/client';
import type { EntityDetail, FoundEntity, LinkSummary } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { THUMBNAIL_PREVIEW, typeOf, useSavedTypes, useSettled, useThumbnails } from '@cairn/saved';
import { Avatar, formatNumber, formatWhen, Text } from '@cairn/ui';
import { WordBadge } from '@cairn/ui/viewers';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { kindWords } from '../entity-kinds/entity-kinds.ts';
import type { Choice } from './choice.ts';
import styles from './palette.module.css';

/** What is known of the chosen entity or saved thing; nothing of a question or a command. */
export function Preview({ choice }: { choice: Choice | undefined }): ReactNode {
  if (choice?.entity) return <EntityPreview entity={choice.entity} />;
  if (choice?.link) return <LinkPreview link={choice.link} />;
  return null;
}

interface PreviewFrameProps {
  title: string;
  picture?: ReactNode;
  /** What is known at once. */
  facts?: ReactNode;
  words: string;
}

function PreviewFrame({ title, picture, facts, words }: PreviewFrameProps): ReactNode {
  return (
    <div className={styles['preview']} role="region" aria-label="Preview">
      {picture}
      <div className={styles['known']}>
        <Text as="p" truncate className={styles['title'] ?? ''}>
          {title}
        </Text>
        {facts && <div className={styles['facts']}>{facts}</div>}
        <Text as="p" truncate tone="muted">
          {words}
        </Text>
      </div>
    </div>
  );
}

const MOST_RELATED = 4;

/** What an entity is related to: one thing by its name, several as a number. */
function relatedWords({ relations }: EntityDetail): string {
  return relations
    .filter(({ total }) => total > 0)
    .slice(0, MOST_RELATED)
    .map(({ label, total, items }) =>
      total === 1 && items[0] ? `${label}: ${items[0].name}` : `${label}: ${formatNumber(total)}`,
    )
    .join(' · ');
}

function EntityPreview({ entity }: { entity: FoundEntity }): ReactNode {
  const { uuid, name } = entity;
  const { org, timezone } = useHost();
  const settled = useSettled(uuid);
  const { data, isPlaceholderData } = useQuery({
    ...entityQuery(org.id, settled, timezone),
    enabled: settled === uuid,
  });
  const isOther = !data || isPlaceholderData || data.uuid !== uuid;
  return (
    <PreviewFrame
      title={name}
      picture={entity.kind === 'Person' && <Avatar name={name} size={40} />}
      facts={<EntityFacts entity={entity} />}
      words={isOther ? '' : relatedWords(data) || 'Nothing is linked to it.'}
    />
  );
}

/** Kind, status, person, place and time of an entity, as the search found them. */
function EntityFacts({ entity }: { entity: FoundEntity }): ReactNode {
  const { timezone } = useHost();
  const { kind, badge, status, statusCategory, by, place, at } = entity;
  return (
    <>
      <Text tone="muted">{kindWords(badge ?? kind)}</Text>
      {status && <WordBadge of="status" word={status} category={statusCategory} />}
      {by && kind !== 'Person' && (
        <span className={styles['person']}>
          <Avatar name={by.name} />
          <Text truncate>{by.name}</Text>
        </span>
      )}
      {place && (
        <Text truncate tone="muted">
          {place}
        </Text>
      )}
      {at && <Text tone="muted">{formatWhen(at, timezone)}</Text>}
    </>
  );
}

function LinkPreview({ link }: { link: LinkSummary }): ReactNode {
  const type = typeOf(link, useSavedTypes());
  const picture = useThumbnails([link])[link.id];
  const words = [
    type?.label,
    link.ownerName && `by ${link.ownerName}`,
    `changed ${formatWhen(link.updatedAt)}`,
    link.description,
  ];
  return (
    <PreviewFrame
      title={link.name}
      picture={picture && <img className={styles['picture']} src={picture} alt="" {...THUMBNAIL_PREVIEW} />}
      words={words.filter(Boolean).join(' · ')}
    />
  );
}
