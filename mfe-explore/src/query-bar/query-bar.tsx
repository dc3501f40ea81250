import type { Configuration } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import type { Query } from '@cairn/query';
import { lazyComponent } from '@cairn/ui';
import { Suspense, useEffect, useRef, useState, type MouseEvent, type ReactNode } from 'react';
import { AddMenu, type AddMenuProps } from './add-menu.tsx';
import { ClauseChip } from './clause-chip.tsx';
import { ClauseEditor } from './clause-editor.tsx';
import { CLAUSE_NAMES, clausesOf, isSameClause, type Clause, type ClauseRef } from './clauses.ts';
import styles from './query-bar.module.css';
import { useClauseEdits } from './use-clause-edits.ts';
import { useRovingFocus } from './use-roving-focus.ts';

const SnippetPicker = lazyComponent(
  async () => (await import('./snippets/snippet-picker.tsx')).SnippetPicker,
);

export interface QueryBarProps {
  readonly query: Query;
  readonly configuration: Configuration;
  readonly onChange: (query: Query) => void;
}

/** The query as a row of chips: arrow keys move, Enter edits, Backspace removes, + adds, Escape leaves. */
export function QueryBar({ query, configuration, onChange }: QueryBarProps): ReactNode {
  const { open, setOpen, closed, close } = useOpenClause();
  const [adding, setAdding] = useState(false);
  const bar = useRef<HTMLDivElement>(null);
  const { timezone } = useHost();
  const clauses = clausesOf(query, configuration, timezone);
  const shown = withNew(clauses, open);
  const { remove, apply } = useClauseEdits(query, onChange);
  const { stop, onKeyDown, focusAt } = useRovingFocus(bar, (index) => {
    const clause = shown[index];
    if (clause) remove(clause);
  });
  useFocusAfter(closed, clauses, focusAt);
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
          isOpen={isSameClause(open, clause)}
          onOpen={() => (isSameClause(open, clause) ? close(clause) : setOpen(clause))}
          onClose={() => close(clause)}
          onRemove={() => (clauses.includes(clause) ? remove(clause) : close(clause))}
        >
          <ClauseEditor
            clause={clause}
            query={query}
            configuration={configuration}
            onApply={(next) => {
              close(clause);
              apply(clause, next);
            }}
          />
        </ClauseChip>
      ))}
      <AddToBar
        {...{ query, configuration, onChange }}
        opened={adding}
        onOpened={setAdding}
        tabIndex={stop >= shown.length ? 0 : -1}
        hasText={shown.length === 0}
        onAdd={setOpen}
      />
    </div>
  );
}

/** The menu that adds clauses, and the list of what was kept to be added. */
function AddToBar({ onChange, ...props }: QueryBarProps & Omit<AddMenuProps, 'onOffers'>): ReactNode {
  const { query, configuration } = props;
  const [offers, setOffers] = useState(false);
  const pick = (next: Query) => {
    setOffers(false);
    onChange(next);
  };
  return (
    <>
      <AddMenu {...props} onOffers={() => setOffers(true)} />
      {offers && (
        <Suspense fallback={null}>
          <SnippetPicker {...{ query, configuration }} onPick={pick} onClose={() => setOffers(false)} />
        </Suspense>
      )}
    </>
  );
}

/** The clause with the open editor, and the one whose editor closed last. */
function useOpenClause() {
  const [open, setOpen] = useState<ClauseRef | null>(null);
  const [closed, setClosed] = useState<ClauseRef | null>(null);
  const close = (clause: ClauseRef) => {
    setOpen(null);
    setClosed({ ...clause });
  };
  return { open, setOpen, closed, close };
}

/** The clauses, followed by the new one while its editor is open. */
function withNew(clauses: readonly Clause[], open: ClauseRef | null): readonly Clause[] {
  if (open === null || clauses.some((clause) => isSameClause(open, clause))) return clauses;
  return [...clauses, { ...open, name: CLAUSE_NAMES[open.type], words: '…' }];
}

/** Focuses the clause whose editor closed, or the + when that clause is gone. */
function useFocusAfter(
  closed: ClauseRef | null,
  clauses: readonly Clause[],
  focusAt: (index: number) => void,
): void {
  const done = useRef<ClauseRef | null>(null);
  useEffect(() => {
    if (closed === null || done.current === closed) return;
    done.current = closed;
    const index = clauses.findIndex((clause) => isSameClause(closed, clause));
    focusAt(index < 0 ? clauses.length : index);
  });
}
