import type { Explanation } from '@cairn/contracts';
import { useHost, withTimezone } from '@cairn/host';
import type { Query } from '@cairn/query';
import { Dialog, ErrorState, formatNumber, plural, Skeleton, Text } from '@cairn/ui';
import { Switch } from '@cairn/ui/fields';
import { CopyIcon, JsonViewer } from '@cairn/ui/viewers';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { explanationQuery } from '@cairn/client';
import { Diagram } from './diagram.tsx';
import styles from './explain-dialog.module.css';

const MOST_ACTIONS = 100;
const WIDTH = 880;

/** How a query is answered, for super administrators: kinds, plan, statement and timing (X§2). */
export function ExplainDialog({ query, onClose }: { query: Query; onClose: () => void }): ReactNode {
  const host = useHost();
  const { orgId: _, page: _page, pageSize: _size, ...input } = withTimezone(query, host);
  const { data, error, refetch } = useQuery(explanationQuery(host.org.id, input));
  return (
    <Dialog open title="Explain this query" width={WIDTH} onClose={onClose}>
      {data ? (
        <Explained explanation={data.data} />
      ) : error ? (
        <ErrorState
          inline
          title="The query cannot be explained"
          error={error}
          onRetry={() => void refetch()}
        />
      ) : (
        <Skeleton height={240} />
      )}
    </Dialog>
  );
}

function Explained({ explanation }: { explanation: Explanation }): ReactNode {
  const [relations, setRelations] = useState(false);
  const [actions, setActions] = useState(false);
  const { touched, wholeRelations, wholeActions, sql, params, plan, timing } = explanation;
  return (
    <div className={styles.explanation}>
      <div className={styles.toggles}>
        <Switch
          label="Show whole relationship schema"
          checked={relations}
          onChange={({ currentTarget }) => setRelations(currentTarget.checked)}
        />
        <Switch
          label="Show whole action schema"
          checked={actions}
          onChange={({ currentTarget }) => setActions(currentTarget.checked)}
        />
      </div>
      <Diagram
        diagram={relations ? wholeRelations : touched}
        label={relations ? 'Every kind and relation' : 'What the query touches'}
      />
      {actions && <Actions {...wholeActions} />}
      <Text as="p" tone="muted">
        It ran for {formatNumber(timing.milliseconds)} ms, with {plural(params.length, 'value')} apart from
        the SQL.
      </Text>
      <Part title="SQL" text={sql} />
      <Part
        title="Values"
        text={params.map(({ type, value }, at) => `$${at + 1} ${type} ${String(value)}`).join('\n')}
      />
      <details className={styles.part}>
        <summary>Plan</summary>
        <div className={styles.plan}>
          <JsonViewer data={plan} />
          <CopyIcon text={JSON.stringify(plan, null, 2)} label="Copy the plan" />
        </div>
      </details>
      <Part title="Analysis of the run" text={timing.analysis} />
    </div>
  );
}

function Actions({ actions, total }: Explanation['wholeActions']): ReactNode {
  const shown = actions.slice(0, MOST_ACTIONS);
  return (
    <table className={styles.actions}>
      <caption>
        {shown.length < total
          ? `The ${shown.length} most frequent of ${formatNumber(total)} actions`
          : 'What happened to what'}
      </caption>
      <thead>
        <tr>
          <th scope="col">Action</th>
          <th scope="col">Entity</th>
          <th scope="col">Times</th>
        </tr>
      </thead>
      <tbody>
        {shown.map(({ action, entityType, count }) => (
          <tr key={`${action} ${entityType}`}>
            <td>{action ?? 'N/A'}</td>
            <td>{entityType ?? 'N/A'}</td>
            <td>{formatNumber(count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Part({ title, text }: { title: string; text: string }): ReactNode {
  return (
    <details className={styles.part}>
      <summary>{title}</summary>
      <pre tabIndex={0}>{text || 'None'}</pre>
    </details>
  );
}
