import type { Configuration } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { isComparable, type Query } from '@cairn/query';
import { IconButton, Menu, Skeleton } from '@cairn/ui';
import { Plus } from 'lucide-react';
import {
  lazy,
  Suspense,
  useEffect,
  useRef,
  useState,
  type ComponentType,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react';
import { findField, selectedKind } from '../graph/fields.ts';
import { ClauseChip } from './clause-chip.tsx';
import {
  CLAUSE_NAMES,
  CLAUSE_TYPES,
  clausesOf,
  isSingle,
  removeClause,
  type Clause,
  type ClauseType,
} from './clauses.ts';
import { CompareEditor } from './compare-editor.tsx';
import { DateEditor } from './date-editor.tsx';
import type { EditorProps } from './editor-props.ts';
import { FilterEditor } from './filter-editor.tsx';
import { GroupEditor } from './group-editor.tsx';
import { HavingEditor } from './having-editor.tsx';
import { MeasureEditor } from './measure-editor.tsx';
import { SearchEditor } from './search-editor.tsx';
import { SelectEditor } from './select-editor.tsx';
import styles from './query-bar.module.css';

const FormulaEditor = lazy(() =>
  import('./formula-editor.tsx').then((loaded) => ({ default: loaded.FormulaEditor })),
);
const EDITORS: Record<ClauseType, ComponentType<EditorProps>> = {
  select: SelectEditor,
  'date-range': DateEditor,
  'filter-condition': FilterEditor,
  'group-by': GroupEditor,
  'measure-by': MeasureEditor,
  'column-formula': FormulaEditor,
  'column-having': HavingEditor,
  'search-term': SearchEditor,
  'compare-with': CompareEditor,
};
const ADD_WORDS: Record<ClauseType, string> = {
  select: 'Select what it is about',
  'measure-by': 'Measure',
  'group-by': 'Group by',
  'filter-condition': 'Filter',
  'search-term': 'Search',
  'column-formula': 'Formula',
  'column-having': 'Having',
  'date-range': 'Date range',
  'compare-with': 'Compare with',
};

interface Place {
  readonly type: ClauseType;
  readonly index: number;
}

export interface QueryBarProps {
  readonly query: Query;
  readonly configuration: Configuration;
  readonly onChange: (query: Query) => void;
}

const samePlace = (left: Place | null, right: Place) =>
  left?.type === right.type && left.index === right.index;

/** The query as chips in a row: arrows move, Enter edits, Backspace removes, + adds, Escape leaves. */
export function QueryBar({ query, configuration, onChange }: QueryBarProps): ReactNode {
  const [open, setOpen] = useState<Place | null>(null);
  const [closed, setClosed] = useState<Place | null>(null);
  const [adding, setAdding] = useState(false);
  const bar = useRef<HTMLDivElement>(null);
  const host = useHost();
  const clauses = clausesOf(query, configuration, host.timezone);
  const isNew = open !== null && !clauses.some((clause) => samePlace(open, clause));
  const shown: Clause[] = isNew
    ? [...clauses, { ...open, name: CLAUSE_NAMES[open.type], words: '…' }]
    : clauses;
  const remove = (clause: Clause) => {
    const next = removeClause(query, clause);
    const own = computedCount(query) > 0 && clause.type.startsWith('column-') ? 1 : 0;
    sayLost(computedCount(query) - computedCount(next) - own);
    onChange(next);
  };
  const sayLost = (lost: number) => {
    if (lost <= 0) return;
    const message = lost === 1 ? 'Removed 1 clause that needed it' : `Removed ${lost} clauses that needed it`;
    host.toast({ kind: 'info', message });
  };
  const { stop, onKeyDown, focusAt } = useStops(bar, (index) => {
    const clause = shown[index];
    if (clause) remove(clause);
  });
  useFocusAfter(closed, clauses, focusAt);
  const close = (place: Place) => {
    setOpen(null);
    setClosed({ ...place });
  };
  const apply = (place: Place, next: Query) => {
    close(place);
    // Another selection says itself what it has let go of.
    if (place.type !== 'select') sayLost(computedCount(query) - computedCount(next));
    onChange(next);
  };
  const onBarClick = (event: MouseEvent) => {
    if (event.target !== event.currentTarget) return;
    if (clauses.length === 0) setAdding(true);
    else focusAt(0);
  };
  return (
    <div
      className={styles.bar}
      role="toolbar"
      aria-label="Query"
      ref={bar}
      onKeyDown={onKeyDown}
      onClick={onBarClick}
    >
      {shown.map((clause, index) => (
        <ClauseChip
          key={`${clause.type}-${clause.index}`}
          clause={clause}
          tabIndex={stop === index ? 0 : -1}
          isOpen={samePlace(open, clause)}
          onOpen={() => (samePlace(open, clause) ? close(clause) : setOpen(clause))}
          onClose={() => close(clause)}
          onRemove={() => (isNew && samePlace(open, clause) ? close(clause) : remove(clause))}
        >
          <Editor
            place={clause}
            query={query}
            configuration={configuration}
            onApply={(next) => apply(clause, next)}
          />
        </ClauseChip>
      ))}
      <AddMenu
        query={query}
        mayCompare={mayCompare(query, configuration)}
        opened={adding}
        onOpened={setAdding}
        tabIndex={stop >= shown.length ? 0 : -1}
        hasText={shown.length === 0}
        onAdd={(type) => setOpen({ type, index: countOf(query, type) })}
      />
    </div>
  );
}

/** Gives the focus to the clause whose editor was closed; to the + when it came to nothing. */
function useFocusAfter(
  closed: Place | null,
  clauses: readonly Clause[],
  focusAt: (index: number) => void,
): void {
  const done = useRef<Place | null>(null);
  useEffect(() => {
    if (closed === null || done.current === closed) return;
    done.current = closed;
    const index = clauses.findIndex((clause) => samePlace(closed, clause));
    focusAt(index < 0 ? clauses.length : index);
  });
}

function Editor({ place, ...rest }: Omit<EditorProps, 'index'> & { readonly place: Place }): ReactNode {
  const Chosen = EDITORS[place.type];
  return (
    <Suspense fallback={<Skeleton height={120} />}>
      <Chosen {...rest} index={place.index} />
    </Suspense>
  );
}

function countOf(query: Query, type: ClauseType): number {
  const { filters, groupBys, aggregations, formulas, having } = query;
  const lists: Partial<Record<ClauseType, readonly unknown[]>> = {
    'filter-condition': filters,
    'group-by': groupBys,
    'measure-by': aggregations,
    'column-formula': formulas,
    'column-having': having,
  };
  return lists[type]?.length ?? 0;
}

const computedCount = ({ formulas, having }: Query) => formulas.length + having.length;

/** One Tab stop for the whole bar; arrows move it. */
function useStops(bar: React.RefObject<HTMLDivElement | null>, remove: (index: number) => void) {
  const [stop, setStop] = useState(0);
  const stops = () => [...(bar.current?.querySelectorAll<HTMLElement>('[data-stop]') ?? [])];
  const focusAt = (index: number) => {
    const all = stops();
    const next = Math.max(0, Math.min(all.length - 1, index));
    setStop(next);
    all[next]?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const index = stops().indexOf(event.target as HTMLElement);
    if (index < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
    const to = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: Number.MAX_SAFE_INTEGER }[
      event.key
    ];
    if (to !== undefined) focusAt(to);
    else if (event.key === 'Backspace' || event.key === 'Delete') {
      remove(index);
      requestAnimationFrame(() => focusAt(Math.max(0, index - 1)));
    } else if (event.key === 'Escape') (event.target as HTMLElement).blur();
    else return;
    event.preventDefault();
  };
  return { stop, focusAt, onKeyDown };
}

interface AddProps {
  readonly query: Query;
  readonly mayCompare: boolean;
  readonly opened: boolean;
  readonly onOpened: (opened: boolean) => void;
  readonly tabIndex: number;
  readonly hasText: boolean;
  readonly onAdd: (type: ClauseType) => void;
}

function AddMenu({ query, mayCompare, opened, onOpened, tabIndex, hasText, onAdd }: AddProps): ReactNode {
  const obstacles: Partial<Record<ClauseType, string>> = {
    ...(mayCompare ? {} : { 'compare-with': NOT_COMPARABLE }),
    ...(query.groupBys.length > 0 ? {} : { 'column-having': 'This needs a group' }),
  };
  const isTaken = (type: ClauseType) =>
    (isSingle(type) && clauseIsThere(query, type)) || obstacles[type] !== undefined;
  // A menu focuses its first item, which takes no focus when it is disabled; the arrow keys would then do nothing.
  const first = CLAUSE_TYPES.find((type) => !isTaken(type));
  return (
    <Menu opened={opened} onChange={onOpened}>
      <Menu.Target>
        {hasText ? (
          <button type="button" className={styles.start} data-stop tabIndex={tabIndex}>
            <Plus size={14} aria-hidden /> Ask something: select, group, filter…
          </button>
        ) : (
          <IconButton label="Add a clause" size="small" data-stop tabIndex={tabIndex}>
            <Plus size={16} aria-hidden />
          </IconButton>
        )}
      </Menu.Target>
      <Menu.Dropdown>
        {CLAUSE_TYPES.map((type) => (
          <Menu.Item
            key={type}
            data-autofocus={type === first || undefined}
            disabled={isTaken(type)}
            title={obstacles[type]}
            onClick={() => onAdd(type)}
          >
            {ADD_WORDS[type]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

const NOT_COMPARABLE = 'This needs a date range, a group, and measures that are numbers';

/** Whether the question can be set against an earlier period, as far as the catalogue knows its fields (X§5). */
function mayCompare(query: Query, configuration: Configuration): boolean {
  const kind = selectedKind(query);
  type TypeOf = Parameters<typeof isComparable>[1];
  const typeOf = (field: Parameters<TypeOf>[0]) =>
    findField(configuration, kind, field)?.type as ReturnType<TypeOf>;
  return isComparable(query, typeOf);
}

function clauseIsThere(query: Query, type: ClauseType): boolean {
  if (type === 'compare-with') return query.compareWith !== undefined;
  if (type === 'select') return query.select.length > 0;
  if (type === 'search-term') return query.search !== '';
  return query.duration !== undefined || query.startDate !== undefined;
}
