import { useHost } from '@cairn/host';
import type { GroupBy, Query } from '@cairn/query';
import { Menu, Popover, Portal } from '@cairn/ui';
import { formatCell, type Selection } from '@cairn/views';
import { Filter, FilterX, GitCompareArrows, Group, Rows3, SquareArrowOutUpRight } from 'lucide-react';
import { useState, type ReactNode, type Ref } from 'react';
import { kindNamed, mayCompare, selectedKind } from '../graph/fields.ts';
import { useConfiguration } from '../graph/use-configuration.ts';
import { GroupField } from '../options/group-field.tsx';
import { againstBefore, byAnotherGroup, drillRows, filterOn, withoutValue } from './drill-query.ts';
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

/** The actions for a value: its rows, the value by another group or against the time before, and filters of it. */
export function DrillMenu({
  query,
  selection,
  onClose,
  onDrill,
  onRows = onDrill,
}: DrillMenuProps): ReactNode {
  const { timezone } = useHost();
  const [isRegrouping, setRegrouping] = useState(false);
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
  const regroup = (group: GroupBy) => choose(byAnotherGroup(query, group, selection, timezone));
  if (isRegrouping) return <GroupChoice {...{ query, selection }} onPick={regroup} onClose={close} />;
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
        <Anchor {...selection.anchor} />
      </Menu.Target>
      <Menu.Dropdown aria-label="Explore this value">
        <Further
          {...{ query, selection }}
          onChoose={choose}
          onRows={(rows) => choose(rows, onRows)}
          onRegroup={() => setRegrouping(true)}
        />
        <NamedEntities query={query} groups={selection.groups} onClose={onClose} />
        <Filters {...{ query, selection }} onChoose={choose} />
      </Menu.Dropdown>
    </Menu>
  );
}

interface GroupChoiceProps extends Pick<DrillMenuProps, 'query' | 'selection'> {
  readonly onPick: (group: GroupBy) => void;
  readonly onClose: () => void;
}

/** Chooses what the value is grouped by instead. */
function GroupChoice({ query, selection, onPick, onClose }: GroupChoiceProps): ReactNode {
  const configuration = useConfiguration().data;
  return (
    <Popover opened onChange={(isOpen) => !isOpen && onClose()} position="bottom-start" width={WIDTH}>
      <Popover.Target>
        <Anchor {...selection.anchor} />
      </Popover.Target>
      <Popover.Dropdown aria-label="Group this value by">
        {configuration && (
          <GroupField configuration={configuration} kind={selectedKind(query)} onPick={onPick} />
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

interface ItemsProps extends Pick<DrillMenuProps, 'query' | 'selection'> {
  readonly onChoose: (query: Query) => void;
}

/** Other questions about the value. */
function Further({
  query,
  selection,
  onChoose,
  onRows,
  onRegroup,
}: ItemsProps & { onRows: (query: Query) => void; onRegroup: () => void }): ReactNode {
  const { timezone } = useHost();
  const before = useBefore(query, selection);
  return (
    <>
      <Menu.Item
        leftSection={<Rows3 size={16} />}
        onClick={() => onRows(selection.rows ?? drillRows(query, selection, timezone))}
      >
        Show the rows behind it
      </Menu.Item>
      <Menu.Item leftSection={<Group size={16} />} closeMenuOnClick={false} onClick={onRegroup}>
        Group it by something else
      </Menu.Item>
      {before && (
        <Menu.Item leftSection={<GitCompareArrows size={16} />} onClick={() => onChoose(before)}>
          Compare it with the time before
        </Menu.Item>
      )}
    </>
  );
}

/** The same question without the other values, or without this one. */
function Filters({ query, selection: { groups }, onChoose }: ItemsProps): ReactNode {
  const { timezone } = useHost();
  const excluded = groups.filter(({ except }) => !except);
  const nameOf = ({ column, value }: Selection['groups'][number]) => formatCell(value, column, timezone);
  return (
    <>
      {groups.length > 0 && <Menu.Label>Filter by group</Menu.Label>}
      {groups.map((group) => (
        <Menu.Item
          key={group.column.key}
          leftSection={<Filter size={16} />}
          onClick={() => onChoose(filterOn(query, group, timezone))}
        >
          {`${group.column.label} is ${group.except ? 'one of the others' : nameOf(group)}`}
        </Menu.Item>
      ))}
      {excluded.length > 0 && <Menu.Label>Leave out</Menu.Label>}
      {excluded.map((group) => (
        <Menu.Item
          key={group.column.key}
          leftSection={<FilterX size={16} />}
          onClick={() => onChoose(withoutValue(query, group, timezone))}
        >
          {`${group.column.label} is not ${nameOf(group)}`}
        </Menu.Item>
      ))}
    </>
  );
}

/** The query that compares a value with the time before; null where that cannot be asked. */
function useBefore(query: Query, selection: Selection): Query | null {
  const { timezone, firstDay } = useHost();
  const configuration = useConfiguration().data;
  const target = selectedKind(query);
  const kind = configuration && kindNamed(configuration, target);
  if (!configuration || !kind || query.compareWith) return null;
  const moment = { target, attribute: kind.timeAttribute };
  const before = againstBefore(query, selection, { timezone, firstDay, moment });
  return before && mayCompare(before, configuration) ? before : null;
}
