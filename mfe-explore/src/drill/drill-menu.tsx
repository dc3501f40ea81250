import { useHost } from '@cairn/host';
import type { Query } from '@cairn/query';
import { Menu, Portal } from '@cairn/ui';
import { formatCell, type Selection } from '@cairn/views';
import { Filter, FilterX, Rows3, SquareArrowOutUpRight } from 'lucide-react';
import { useState, type ReactNode, type Ref } from 'react';
import { filterOn, drillRows, withoutValue } from './drill-query.ts';
import styles from './drill-menu.module.css';
import { findNamed, namedBy, type NamedEntity } from './named-entity.ts';

export interface DrillMenuProps {
  readonly query: Query;
  readonly selection: Selection;
  readonly onClose: () => void;
  readonly onDrill: (query: Query) => void;
  /** Shows the rows behind the value beside the page; without it they are drilled to. */
  readonly onRows?: (query: Query) => void;
}

const WIDTH = 280;
/** A menu that is opened by a key must not be closed by the same press. */
const POINTING = ['mousedown', 'touchstart'];

/** Stands outside of the page: a transformed ancestor, such as a card of a board, would move what is fixed. */
function Anchor({ x, y, ref }: { x: number; y: number; ref?: Ref<HTMLSpanElement> }): ReactNode {
  return (
    <Portal>
      <span
        ref={ref}
        className={styles.anchor}
        style={{ left: Math.min(x, window.innerWidth - WIDTH - 20), top: y }}
      />
    </Portal>
  );
}

/** The ways to the pages of entities that the chosen groups name. */
function NamedEntities({
  query,
  groups,
  onClose,
}: Pick<DrillMenuProps, 'query' | 'onClose'> & { readonly groups: Selection['groups'] }): ReactNode {
  const { org, openEntity, toast } = useHost();
  const open = async (named: NamedEntity) => {
    onClose();
    try {
      const [first, ...others] = await findNamed(org.id, named);
      if (first) openEntity(first, [first, ...others]);
      else toast({ kind: 'info', message: `There is no page of ${named.value}.` });
    } catch {
      toast({ kind: 'error', message: `The page of ${named.value} could not be found.` });
    }
  };
  return groups
    .flatMap((group) => namedBy(query, group) ?? [])
    .map((named) => (
      <Menu.Item
        key={`${named.kind} ${named.value}`}
        leftSection={<SquareArrowOutUpRight size={16} />}
        onClick={() => void open(named)}
      >
        {`Open ${named.value}`}
      </Menu.Item>
    ));
}

/** The ways to keep or to leave out the chosen groups. */
function GroupItems({
  query,
  groups,
  onChoose,
}: {
  readonly query: Query;
  readonly groups: Selection['groups'];
  readonly onChoose: (query: Query) => void;
}): ReactNode {
  const { timezone } = useHost();
  const excluded = groups.filter(({ except }) => !except);
  return (
    <>
      {groups.length > 0 && <Menu.Label>Filter by group</Menu.Label>}
      {groups.map((group) => (
        <Menu.Item
          key={group.column.key}
          leftSection={<Filter size={16} />}
          onClick={() => onChoose(filterOn(query, group, timezone))}
        >
          {group.except
            ? `${group.column.label} is one of the others`
            : `${group.column.label} is ${formatCell(group.value, group.column, timezone)}`}
        </Menu.Item>
      ))}
      {excluded.length > 0 && <Menu.Label>Leave out</Menu.Label>}
      {excluded.map((group) => (
        <Menu.Item
          key={group.column.key}
          leftSection={<FilterX size={16} />}
          onClick={() => onChoose(withoutValue(query, group, timezone))}
        >
          {`${group.column.label} is not ${formatCell(group.value, group.column, timezone)}`}
        </Menu.Item>
      ))}
    </>
  );
}

/** The actions for a value: show the rows it was computed from, or filter the query by it. */
export function DrillMenu({
  query,
  selection,
  onClose,
  onDrill,
  onRows = onDrill,
}: DrillMenuProps): ReactNode {
  const { timezone } = useHost();
  const { x, y } = selection.anchor;
  const [opener] = useState(() => document.activeElement);
  const close = () => {
    onClose();
    // The mark from which it was opened, so that keys go on from there.
    if (opener instanceof SVGElement || opener instanceof HTMLElement) opener.focus();
  };
  const choose = (next: Query, act = onDrill) => {
    onClose();
    act(next);
  };
  const { groups } = selection;
  return (
    <Menu
      opened
      onClose={close}
      position="bottom-start"
      width={WIDTH}
      withinPortal
      clickOutsideEvents={POINTING}
    >
      <Menu.Target>
        <Anchor x={x} y={y} />
      </Menu.Target>
      <Menu.Dropdown aria-label="Explore this value">
        <Menu.Item
          leftSection={<Rows3 size={16} />}
          onClick={() => choose(selection.rows ?? drillRows(query, selection, timezone), onRows)}
        >
          Show the rows behind it
        </Menu.Item>
        <NamedEntities query={query} groups={groups} onClose={onClose} />
        <GroupItems query={query} groups={groups} onChoose={choose} />
      </Menu.Dropdown>
    </Menu>
  );
}
