import { entityQuery } from '@cairn/client';
import { CATALOGUE } from '@cairn/entities';
import { type HoverCardProps, useHost } from '@cairn/host';
import { Portal, Text } from '@cairn/ui';
import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { kindOf, shortName, textOf, titleOf } from '../entity/read-entity.ts';
import { person } from './facts.tsx';
import styles from './entity-card.module.css';
import { KindChips } from './kind-chips.tsx';
import { KindIcon } from './kind-icon.tsx';
import { useKindPage } from './kind-pages.tsx';

const MOST_OF_TITLE = 140;
const MOST_FACTS = 4;
const WIDTH_PX = 320;
const HEIGHT_PX = 150;
const EDGE_PX = 12;

/** Where the card stands: below the link, or above it where there is no room below. */
function placeOf({ left, top, bottom }: DOMRect): { left: number; top?: number; bottom?: number } {
  const x = Math.max(EDGE_PX, Math.min(left, window.innerWidth - WIDTH_PX - EDGE_PX));
  const isBelow = bottom + HEIGHT_PX < window.innerHeight;
  return isBelow ? { left: x, top: bottom + 6 } : { left: x, bottom: window.innerHeight - top + 6 };
}

/** What an entity is, at a glance: kind, title, chips and first facts. It appears once they are read. */
export function EntityCard({ uuid, anchor, id }: HoverCardProps): ReactNode {
  const { org, timezone } = useHost();
  const { data: entity, isPlaceholderData } = useQuery(entityQuery(org.id, uuid, timezone));
  const page = useKindPage(entity ? kindOf(entity) : '');
  if (!entity || isPlaceholderData) return null;
  const kind = kindOf(entity);
  const facts = [page.author && person(entity, page.author), ...page.header.facts(entity)].filter(Boolean);
  return (
    <Portal>
      <div role="tooltip" id={id} className={styles.card} style={{ ...placeOf(anchor), width: WIDTH_PX }}>
        <Text tone="muted" className={styles.kind ?? ''}>
          <KindIcon kind={kind} type={textOf(entity, 'issueType')} size={14} />
          {page.header.look(entity)?.label ?? CATALOGUE.kind(kind)?.label ?? kind}
        </Text>
        <strong>{shortName(titleOf(entity), MOST_OF_TITLE)}</strong>
        <span className={styles.chips}>
          <KindChips entity={entity} page={page} />
        </span>
        <span className={styles.facts}>
          {facts.slice(0, MOST_FACTS).map((fact, at) => (
            <Fragment key={at}>
              {at > 0 && <span aria-hidden>·</span>}
              {fact}
            </Fragment>
          ))}
        </span>
      </div>
    </Portal>
  );
}
