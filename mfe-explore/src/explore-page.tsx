import type { Configuration } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { queryTitle, sameQuestion, type Query } from '@cairn/query';
import { useKeptThumbnail } from '@cairn/saved';
import { useViews } from '@cairn/views';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { appliedQuery } from './address/applied-query.ts';
import type { AddressState } from './address/use-address.ts';
import { AnswerSection } from './answer-section.tsx';
import { useExploreCommands } from './explore-commands.ts';
import { ExploreHead } from './explore-head.tsx';
import { havingWords } from './graph/computed-columns.ts';
import { ClauseFaults } from './query-bar/clause-faults.tsx';
import { QueryRow } from './query-row.tsx';
import { useOpened } from './address/use-opened.ts';
import { useSaved } from './saving/use-saved.ts';
import { Start } from './start/start.tsx';
import type { Suggestion } from './start/suggestions.ts';
import styles from './explore-page.module.css';

export interface ExplorePageProps {
  readonly state: AddressState;
  readonly configuration: Configuration;
}

/** True when a query asks anything yet. */
export function asksSomething(query: Query): boolean {
  const { select, groupBys, aggregations, formulas, filters, search, duration, startDate } = query;
  const lists = [select, groupBys, aggregations, formulas, filters].some((list) => list.length > 0);
  return lists || search !== '' || duration !== undefined || startDate !== undefined;
}

const draw = async (element: HTMLElement) => (await import('@cairn/views/thumbnail')).thumbnailOf(element);

/** The explore page: the draft of a query on top, the applied query and its answer below. */
export function ExplorePage({ state, configuration }: ExplorePageProps): ReactNode {
  const { address, update } = state;
  const { query } = address;
  const saved = useSaved(address.saved, query, address.view);
  useOpened(address, saved.link, update);
  const page = useRef<HTMLDivElement>(null);
  useKeptThumbnail(saved.link, {
    isSaved: saved.status === 'saved',
    part: () => page.current?.querySelector<HTMLElement>('[data-answer]') ?? null,
    draw,
  });
  const { timezone } = useHost();
  const views = useViews();
  const words = queryTitle(query, configuration, havingWords(query, configuration, timezone));
  const isAsked = asksSomething(query);
  useNaming(isAsked ? (address.title ?? words) : 'Empty query', saved.status === 'modified');
  useExploreCommands(update);
  const [draft, setDraft] = useDraft(query);
  const apply = (next: Query) => update(appliedQuery(address, next, views));
  const start = ({ title, view, query: suggested }: Suggestion) =>
    update({ query: { ...suggested, ...orgOf(query) }, view, title, saved: undefined });
  return (
    <div className={styles.page} ref={page} onKeyDown={(event) => applyByKey(event, draft, query, apply)}>
      <ExploreHead
        address={address}
        words={isAsked ? words : ''}
        saved={saved}
        update={update}
        isAsked={isAsked}
        configuration={configuration}
      />
      <QueryRow
        draft={draft}
        loaded={query}
        configuration={configuration}
        onDraft={setDraft}
        onApply={apply}
      />
      <ClauseFaults query={draft} configuration={configuration} />
      {isAsked && address.read && <HowRead sentences={address.read} />}
      {address.selectsMany && (
        <p className={styles.error} role="alert">
          More than one entity selected. The first is shown.
        </p>
      )}
      {isAsked ? (
        <AnswerSection
          key={query.select.join()}
          {...{ address, update, configuration }}
          onApply={apply}
          label={words}
        />
      ) : (
        <Start configuration={configuration} onAsk={start} />
      )}
    </div>
  );
}

/** How the words of a question were read, so a wrong guess is seen. */
function HowRead({ sentences }: { readonly sentences: readonly string[] }): ReactNode {
  return (
    <p className={styles.read} role="note" aria-label="How the question was read">
      {sentences.join(' ')}
    </p>
  );
}

/** Ctrl Enter applies the draft, if it differs from the applied query. */
function applyByKey(event: KeyboardEvent, draft: Query, applied: Query, apply: (query: Query) => void): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  if (!sameQuestion(draft, applied)) apply(draft);
}

function orgOf({ orgId }: Query): Pick<Query, 'orgId'> {
  return orgId ? { orgId } : {};
}

function useNaming(title: string, isModified: boolean): void {
  const host = useHost();
  // Braces keep the host's return value from being taken for a cleanup.
  useEffect(() => {
    host.setTitle(title);
  }, [host, title]);
  useEffect(() => {
    host.setDirty(isModified);
  }, [host, isModified]);
}

/** The draft of the query. It restarts whenever another query is applied. */
function useDraft(applied: Query): [Query, (query: Query) => void] {
  const [draft, setDraft] = useState(applied);
  const [source, setSource] = useState(applied);
  if (source !== applied) {
    setSource(applied);
    setDraft(applied);
  }
  return [draft, setDraft];
}
