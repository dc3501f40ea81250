import type { Configuration, View } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { asksRows, datesOfSpan, editQuery, queryTitle, sameQuestion, type Query } from '@cairn/query';
import { IconButton } from '@cairn/ui';
import { shapeOf, type Selection } from '@cairn/views';
import { Maximize2 } from 'lucide-react';
import { useEffect, useState, type KeyboardEvent, type ReactNode } from 'react';
import { appliedPlace, drilledPlace } from './address/applied-place.ts';
import type { Place } from './address/place.ts';
import type { PlaceState } from './address/use-place.ts';
import { ColumnSelector } from './columns/column-selector.tsx';
import { useExploreCommands } from './explore-commands.ts';
import { DrillMenu } from './drill/loaded-drill-menu.tsx';
import { ExploreHead } from './explore-head.tsx';
import { ClauseFaults } from './query-bar/clause-faults.tsx';
import { havingWords } from './graph/computed-columns.ts';
import { QueryRow } from './query-row.tsx';
import { Question } from './question/question.tsx';
import { useQuestion } from './question/use-question.ts';
import { MetaLine } from './results/meta-line.tsx';
import { TablePager } from './results/table-pager.tsx';
import { usePages } from './results/use-pages.ts';
import { WhyEmpty } from './results/why-empty.tsx';
import { useSaved } from './saving/use-saved.ts';
import { Start } from './start/start.tsx';
import { ViewPicker } from './view-picker/view-picker.tsx';
import { ViewSettings } from './view-picker/view-settings.tsx';

export interface ExplorePageProps {
  readonly state: PlaceState;
  readonly configuration: Configuration;
}

/** Whether a query asks anything yet. */
export function asksSomething(query: Query): boolean {
  const { select, groupBys, aggregations, formulas, filters, search, duration, startDate } = query;
  const lists = [select, groupBys, aggregations, formulas, filters].some((list) => list.length > 0);
  return lists || search !== '' || duration !== undefined || startDate !== undefined;
}

/** The explore page: a question being written above, the one that was asked and its answer below. */
export function ExplorePage({ state, configuration }: ExplorePageProps): ReactNode {
  const { place, move } = state;
  const saved = useSaved(place.saved, place.query, place.view);
  const { timezone } = useHost();
  const words = queryTitle(place.query, configuration, havingWords(place.query, configuration, timezone));
  const isAsked = asksSomething(place.query);
  useNaming(isAsked ? (place.title ?? words) : 'Empty query', saved.status === 'modified');
  useExploreCommands(move);
  const [draft, setDraft] = useDraft(place.query);
  const apply = (query: Query) => move(appliedPlace(place, query));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (!sameQuestion(draft, place.query)) apply(draft);
  };
  return (
    <div className="cn-explore" onKeyDown={onKeyDown}>
      <ExploreHead
        place={place}
        words={isAsked ? words : ''}
        configuration={configuration}
        saved={saved}
        move={move}
        isAsked={isAsked}
      />
      <QueryRow
        draft={draft}
        loaded={place.query}
        configuration={configuration}
        onDraft={setDraft}
        onApply={apply}
      />
      <ClauseFaults query={draft} configuration={configuration} />
      {place.selectsMany && (
        <p className="cn-explore__error" role="alert">
          More than one entity selected. The first is shown.
        </p>
      )}
      {isAsked ? (
        <Answer key={place.query.select.join()} {...{ place, move, configuration, apply, label: words }} />
      ) : (
        <Start
          configuration={configuration}
          onAsk={({ query, view, title }) =>
            move({ query: { ...query, ...orgOf(place) }, view, title, saved: undefined })
          }
        />
      )}
    </div>
  );
}

function orgOf({ query }: Place): Pick<Query, 'orgId'> {
  return query.orgId ? { orgId: query.orgId } : {};
}

function useNaming(title: string, isModified: boolean): void {
  const host = useHost();
  // Without braces what a host happens to return would be taken for a cleanup.
  useEffect(() => {
    host.setTitle(title);
  }, [host, title]);
  useEffect(() => {
    host.setDirty(isModified);
  }, [host, isModified]);
}

/** The query that is being written; it starts again from whatever was asked last. */
function useDraft(loaded: Query): [Query, (query: Query) => void] {
  const [draft, setDraft] = useState(loaded);
  const [source, setSource] = useState(loaded);
  if (source !== loaded) {
    setSource(loaded);
    setDraft(loaded);
  }
  return [draft, setDraft];
}

interface AnswerProps {
  readonly place: Place;
  readonly move: (change: Partial<Place>) => void;
  readonly configuration: Configuration;
  readonly apply: (query: Query) => void;
  readonly label: string;
}

function Answer({ place, move, configuration, apply, label }: AnswerProps): ReactNode {
  const host = useHost();
  const [selection, setSelection] = useState<Selection | null>(null);
  const pages = usePages(place.query);
  const question = useQuestion(pages.query, place.view);
  const { entry, config, drawn } = question;
  const shape = shapeOf(place.query);
  const setView = (view: View) => move({ view });
  const setConfig = (next: Record<string, unknown>) => setView({ value: entry.definition.id, config: next });
  const choose = (chosen: Selection) =>
    chosen.uuid ? host.openEntity(chosen.uuid, chosen.siblings) : setSelection(chosen);
  const zoom = (start: number, end: number) =>
    apply(editQuery(place.query, { type: 'setDates', ...datesOfSpan(start, end, host.timezone) }));
  const isTable = entry.definition.id === 'unifiedTable';
  const isTime = entry.definition.id === 'overTime';
  const hasRows = !isTable && (!place.fullscreen || isTime);
  return (
    <section className="cn-answer" aria-label="Answer">
      <div className="cn-answer__tools">
        <ViewPicker entry={entry} config={config} shape={shape} onPick={setView} />
        {drawn && !question.error && <MetaLine drawn={drawn} configuration={configuration} />}
        {!isTable && !isTime && (
          <IconButton
            label="Fullscreen"
            aria-pressed={place.fullscreen}
            onClick={() => move({ fullscreen: !place.fullscreen })}
          >
            <Maximize2 size={16} aria-hidden />
          </IconButton>
        )}
        {isTable && asksRows(place.query) && (drawn ?? place.query.columns.length > 0) && (
          <ColumnSelector
            configuration={configuration}
            query={place.query}
            answer={drawn?.answer}
            onColumns={(columns) => apply(editQuery(place.query, { type: 'setColumns', columns }))}
          />
        )}
        <ViewSettings
          entry={entry}
          config={config}
          shape={shape}
          meta={drawn?.answer.meta}
          onChange={setConfig}
        />
      </div>
      <div
        className="cn-answer__view"
        data-view={entry.definition.id}
        data-rows={hasRows || undefined}
        data-grouped={place.query.groupBys.length > 0 || undefined}
      >
        <Question
          state={question}
          label={label}
          onSelect={choose}
          onConfigChange={setConfig}
          onZoom={zoom}
          empty={<WhyEmpty query={place.query} configuration={configuration} onQuery={apply} />}
        />
      </div>
      {isTable && <TablePager question={question} pages={pages} />}
      {hasRows && <RowsBeneath query={place.query} onSelect={choose} label={label} />}
      {selection && (
        <DrillMenu
          query={place.query}
          selection={selection}
          onClose={() => setSelection(null)}
          onDrill={(query) => move(drilledPlace(place, query))}
        />
      )}
    </section>
  );
}

const TABLE: View = { value: 'unifiedTable', config: {} };

interface RowsProps {
  readonly query: Query;
  readonly label: string;
  readonly onSelect: (selection: Selection) => void;
}

/** The rows that a picture is made of, beneath it. */
function RowsBeneath({ query, label, onSelect }: RowsProps): ReactNode {
  const [view, setView] = useState(TABLE);
  const pages = usePages(query);
  const question = useQuestion(pages.query, view);
  return (
    <>
      <div className="cn-answer__rows">
        <Question
          state={question}
          label={`${label}, rows`}
          onSelect={onSelect}
          onConfigChange={(config) => setView({ ...TABLE, config })}
          empty={<span />}
        />
      </div>
      <TablePager question={question} pages={pages} />
    </>
  );
}
