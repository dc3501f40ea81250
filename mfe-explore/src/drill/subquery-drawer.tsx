import { STANDARD_VIEWS } from '@cairn/contracts';
import { CATALOGUE } from '@cairn/entities';
import { useHost } from '@cairn/host';
import { exploreAddress, type Query } from '@cairn/query';
import { useSavedPage } from '@cairn/saved';
import { FocusTrap, IconButton, Portal, Skeleton, Text, buttonAttributes } from '@cairn/ui';
import { ChartNoAxesColumn, X } from 'lucide-react';
import { useEffect, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import styles from './subquery-drawer.module.css';

const BOARD = 'dashboard-v1';
/** The word with which the names of such boards begin. */
const WORD = 'subquery';

export interface SubqueryDrawerProps {
  /** The rows behind a value. */
  readonly query: Query;
  /** What the value is of. */
  readonly label: string;
  /** False hides the way to Explore. */
  readonly openInExplore?: boolean | undefined;
  readonly onClose: () => void;
}

/** The name of the board that stands for the rows of a kind, where somebody saved one (W§2.10). */
export function subqueryBoardName({ select }: Query): string {
  return `${WORD}-${select[0] ?? ''}`;
}

function Body({ query, label }: { query: Query; label: string }): ReactNode {
  const { renderPart } = useHost();
  const { data, isPending } = useSavedPage({ type: BOARD, filter: { words: WORD } });
  if (isPending) return <Skeleton height={240} />;
  const name = subqueryBoardName(query);
  const board = data?.links.find((each) => each.type === BOARD && each.name === name);
  if (board) return renderPart('workspace/Board', { boardId: board.id, rows: query });
  if (query.select[0] === 'Event') return renderPart('entity/ActivityList', { query, label });
  return renderPart('explore/QuestionView', {
    query,
    view: { value: STANDARD_VIEWS.table, config: {} },
    label,
  });
}

function ExploreLink({ query }: { query: Query }): ReactNode {
  const { org, navigate } = useHost();
  const to = exploreAddress(org.id, { query });
  const onClick = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigate(to);
  };
  return (
    <a {...buttonAttributes({ size: 'small' })} href={to} onClick={onClick}>
      <ChartNoAxesColumn aria-hidden />
      Open in Explore
    </a>
  );
}

/** The rows behind a value beside the page: a board of their kind, else a list of events or entities (W§2.10). */
export function SubqueryDrawer({
  query,
  label,
  openInExplore = true,
  onClose,
}: SubqueryDrawerProps): ReactNode {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    },
    [before],
  );
  const kind = CATALOGUE.kind(query.select[0] ?? '');
  const title = `${kind?.plural ?? 'Rows'} behind “${label}”`;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.stopPropagation();
    onClose();
  };
  return (
    <Portal>
      <div className={styles.layer} onKeyDown={onKeyDown}>
        <div className={styles.scrim} onClick={onClose} aria-hidden />
        <FocusTrap active>
          <section role="dialog" aria-modal="true" aria-label={title} className={styles.drawer}>
            <header className={styles.head}>
              <Text as="h2" truncate>
                {title}
              </Text>
              {openInExplore && <ExploreLink query={query} />}
              <IconButton label="Close" data-autofocus onClick={onClose}>
                <X size={16} aria-hidden />
              </IconButton>
            </header>
            <div className={styles.body}>
              <Body query={query} label={title} />
            </div>
          </section>
        </FocusTrap>
      </div>
    </Portal>
  );
}
