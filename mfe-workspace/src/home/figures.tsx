import { asRead, GRAPH_DATA, useHost } from '@cairn/host';
import { exploreAddress } from '@cairn/query';
import { formatCompact, formatNumber, Skeleton, Tooltip, type DateRange } from '@cairn/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { graph } from '../saved.ts';
import { homeFigures, type Figure } from './questions.ts';

const EXACT_BELOW = 100_000;

/** The key figures of a period, in one line. */
export function Figures({ range, readingChanges }: { range: DateRange; readingChanges: boolean }): ReactNode {
  const { timezone } = useHost();
  return (
    <dl className="ws-figures">
      {homeFigures(range, timezone).map((figure) => (
        <FigureTile key={figure.id} figure={figure} partial={figure.needsChanges && readingChanges} />
      ))}
    </dl>
  );
}

function FigureTile({ figure, partial }: { figure: Figure; partial: boolean }): ReactNode {
  const host = useHost();
  const { org } = host;
  const asked = asRead(figure.query, host);
  const answer = useQuery({
    queryKey: ['figure', org.id, figure.id, asked],
    queryFn: async ({ signal }) => {
      const input = { ...asked, format: 'json' as const };
      const rows = await graph.groupBys({ params: { orgId: org.id }, input, signal });
      const value = rows.data[0]?.[figure.column];
      return typeof value === 'number' ? value : 0;
    },
    meta: GRAPH_DATA,
    placeholderData: (previous) => previous,
  });
  return (
    <div className="ws-figure">
      <dt>{figure.label}</dt>
      <dd>
        {answer.data !== undefined ? (
          <Tooltip
            label={`${formatNumber(answer.data)} ${figure.label.toLowerCase()}${partial ? ' so far' : ''}`}
          >
            <Link
              className="ws-figure__value cn-numeric"
              to={exploreAddress(org.id, { query: figure.query, title: figure.label })}
            >
              {answer.data < EXACT_BELOW ? formatNumber(answer.data) : formatCompact(answer.data)}
              {partial && <span className="cn-faint"> so far</span>}
            </Link>
          </Tooltip>
        ) : answer.isError ? (
          <Tooltip label={answer.error.message}>
            <button type="button" className="ws-figure__error cn-link" onClick={() => void answer.refetch()}>
              Not available, try again
            </button>
          </Tooltip>
        ) : (
          <Skeleton width={72} height={24} style={{ marginTop: 2 }} />
        )}
      </dd>
    </div>
  );
}
