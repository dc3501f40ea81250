import type { EntityDetail } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { Markdown, Panel } from '@cairn/ui';
import { type ReactNode, useMemo } from 'react';
import { textOf } from '../kind/kind-info.ts';
import { whyNoCommits } from '../kind/no-commits.ts';
import { usePlace } from '../place/place.tsx';
import { chartsOf } from './charts.ts';
import { Folded, Message } from './message.tsx';

const CHART_PX = 240;

function Charts({ entity }: { entity: EntityDetail }): ReactNode {
  const host = useHost();
  const charts = useMemo(() => chartsOf(entity, host.timezone), [entity, host.timezone]);
  if (charts.length === 0) return null;
  const why = charts.some(({ query }) => query.select[0] === 'Commit') ? whyNoCommits(entity) : null;
  if (why) {
    return (
      <Panel title="No commits of its own">
        <p className="cn-muted">{why}</p>
      </Panel>
    );
  }
  return (
    <div className="en-charts">
      {charts.map(({ title, query, view }) => (
        <Panel key={title} title={title}>
          {host.renderPart('explore/QuestionView', { query, view, height: CHART_PX, label: title })}
        </Panel>
      ))}
    </div>
  );
}

function Words({ entity }: { entity: EntityDetail }): ReactNode {
  const message = textOf(entity, 'message');
  const body = textOf(entity, 'body') ?? textOf(entity, 'description');
  if (message) return <Message text={message} />;
  return body ? (
    <Folded>
      <Markdown text={body} />
    </Folded>
  ) : null;
}

/** What is most worth knowing: its words and its charts on the left, its key attributes beside. */
export function Overview({
  entity,
  files,
  stages,
  side,
}: {
  entity: EntityDetail;
  /** The changed files of a commit. */
  files?: ReactNode;
  /** The stages of a pull request. */
  stages?: ReactNode;
  side: ReactNode;
}): ReactNode {
  const place = usePlace();
  return (
    <div className="en-overview" data-place={place}>
      <div className="en-overview__main">
        <Words entity={entity} />
        {files}
        {stages}
        <Charts entity={entity} />
      </div>
      <aside className="en-overview__side" aria-label="Key attributes">
        {side}
      </aside>
    </div>
  );
}
