import type { EntityDetail } from '@cairn/contracts';
import type { TimelineEvent } from '@cairn/contracts/story';
import { formatDate, Text } from '@cairn/ui';
import { type KeyboardEvent, type ReactNode, useEffect, useMemo } from 'react';
import { anchorOf, BotRows, EventRow } from './event-row.tsx';
import { type TimelineFolding, type TimelineLine, timelineLines } from './group-events.ts';
import { NearBlock, Windowed } from './windowed.tsx';
import styles from './timeline.module.css';

const BLOCK = 20;
const LINE_PX = 46;

/** The uuid of the event that the address leads to. */
export function eventOfAddress(hash = globalThis.location.hash): string | null {
  return /^#event-([\da-f-]{36})$/.exec(hash)?.[1] ?? null;
}

const uuidsOf = (line: TimelineLine): readonly string[] => {
  if (line.type === 'day') return [];
  const groups = line.type === 'bots' ? line.groups : [line.group];
  return groups.flatMap(({ event, similar }) => [event.uuid, ...similar.map(({ uuid }) => uuid)]);
};

function Line({
  line,
  entity,
  marked,
}: {
  line: TimelineLine;
  entity: EntityDetail;
  marked: string | null;
}): ReactNode {
  switch (line.type) {
    case 'day':
      return (
        <li className={styles.day}>
          <Text as="h3">{formatDate(`${line.day}T12:00:00`)}</Text>
        </li>
      );
    case 'bots':
      return <BotRows entity={entity} groups={line.groups} marked={marked} />;
    case 'event':
      return <EventRow entity={entity} group={line.group} marked={marked} />;
  }
}

/** Moves the focus to the next event (`j`) or the one before (`k`); past its ends the page goes on. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { j: 1, k: -1 }[event.key];
  if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-event]')];
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const next = rows[at + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
  next.scrollIntoView({ block: 'nearest' });
}

/** Events under the headings of their days. Only what is near the visible part is drawn. */
export function Timeline({
  entity,
  events,
  folding,
}: {
  entity: EntityDetail;
  events: readonly TimelineEvent[];
  folding: TimelineFolding;
}): ReactNode {
  const { similar, bots } = folding;
  const lines = useMemo(() => timelineLines(events, { similar, bots }), [events, similar, bots]);
  const blocks = useMemo(
    () =>
      Array.from({ length: Math.ceil(lines.length / BLOCK) }, (_, at) =>
        lines.slice(at * BLOCK, (at + 1) * BLOCK),
      ),
    [lines],
  );
  const marked = useMemo(() => eventOfAddress(), []);
  const isThere = marked !== null && lines.some((line) => uuidsOf(line).includes(marked));
  useEffect(() => {
    if (isThere) document.querySelector(`#${anchorOf(marked)}`)?.scrollIntoView({ block: 'center' });
  }, [isThere, marked]);
  return (
    <div role="group" aria-label="Events" className={styles.timeline} tabIndex={0} onKeyDown={moveFocus}>
      <Windowed>
        {blocks.map((block, at) => (
          <NearBlock
            key={block[0]?.key ?? at}
            className={styles.block ?? ''}
            estimate={block.length * LINE_PX}
            startsNear={at === 0 || (marked !== null && block.some((line) => uuidsOf(line).includes(marked)))}
          >
            {() => block.map((line) => <Line key={line.key} line={line} entity={entity} marked={marked} />)}
          </NearBlock>
        ))}
      </Windowed>
    </div>
  );
}
