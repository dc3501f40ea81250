import { entityQuery } from '@cairn/client';
import type { EntityDetail, LinkSummary } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { typeOf, useSavedTypes, useSettled } from '@cairn/saved';
import { formatNumber, formatWhen, Text } from '@cairn/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Choice } from './choice.ts';
import styles from './palette.module.css';

/** What is known of the chosen entity or saved thing; nothing of a question or a command. */
export function Preview({ choice }: { choice: Choice | undefined }): ReactNode {
  if (choice?.entity) return <EntityPreview uuid={choice.entity.uuid} name={choice.label} />;
  if (choice?.link) return <LinkPreview link={choice.link} />;
  return null;
}

function Lines({ title, words }: { title: string; words: string }): ReactNode {
  return (
    <div className={styles['preview']} role="region" aria-label="Preview">
      <Text as="p" truncate className={styles['title'] ?? ''}>
        {title}
      </Text>
      <Text as="p" truncate tone="muted">
        {words}
      </Text>
    </div>
  );
}

const MOST_FACTS = 4;

/** What an entity is related to: one thing by its name, several as a number. */
function factsOf({ relations }: EntityDetail): string {
  return relations
    .filter(({ total }) => total > 0)
    .slice(0, MOST_FACTS)
    .map(({ label, total, items }) =>
      total === 1 && items[0] ? `${label}: ${items[0].name}` : `${label}: ${formatNumber(total)}`,
    )
    .join(' · ');
}

function EntityPreview({ uuid, name }: { uuid: string; name: string }): ReactNode {
  const { org, timezone } = useHost();
  const settled = useSettled(uuid);
  const { data, isPlaceholderData } = useQuery({
    ...entityQuery(org.id, settled, timezone),
    enabled: settled === uuid,
  });
  const isOther = !data || isPlaceholderData || data.uuid !== uuid;
  return <Lines title={name} words={isOther ? '' : factsOf(data) || 'Nothing is linked to it.'} />;
}

function LinkPreview({ link }: { link: LinkSummary }): ReactNode {
  const type = typeOf(link, useSavedTypes());
  const words = [
    type?.label,
    link.ownerName && `by ${link.ownerName}`,
    `changed ${formatWhen(link.updatedAt)}`,
    link.description,
  ];
  return <Lines title={link.name} words={words.filter(Boolean).join(' · ')} />;
}
