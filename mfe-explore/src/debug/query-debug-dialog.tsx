import { explanationQuery, keyOf } from '@cairn/client';
import type { Explanation } from '@cairn/contracts';
import { useHost, withTimezone, type DebugQueryProps } from '@cairn/host';
import { Dialog, ErrorState, formatNumber, plural, Skeleton, Text } from '@cairn/ui';
import { CopyIcon, DebugDialog, JsonViewer } from '@cairn/ui/viewers';
import { requestOf, resolveView, useViews } from '@cairn/views';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import styles from './query-debug-dialog.module.css';
import { recordRequest } from './recorded-request.ts';

/** Request, response and SQL of a query, asked once more for this; who may see it, its place decides (W§2.8). */
export function QueryDebugDialog({ query, view, onClose }: DebugQueryProps): ReactNode {
  const host = useHost();
  const views = useViews();
  const request = requestOf(query, resolveView(view, query, views), undefined, host);
  const recorded = useQuery({
    queryKey: keyOf('rows', host.org.id, 'debug', request),
    queryFn: async ({ signal }) => {
      const { request: asked, response } = await recordRequest(host.org.id, request, signal);
      return { request: { ...asked, frontEnds: await host.frontEnds() }, response };
    },
    retry: false,
    gcTime: 0,
  });
  const { orgId: _org, page: _page, pageSize: _size, ...explained } = withTimezone(query, host);
  const explanation = useQuery({ ...explanationQuery(host.org.id, explained), retry: false });
  if (recorded.data) {
    return (
      <DebugDialog
        open
        onClose={onClose}
        request={recorded.data.request}
        response={recorded.data.response}
        more={[{ value: 'sql', label: 'SQL', content: <Sql explanation={explanation} /> }]}
      />
    );
  }
  return (
    <Dialog open onClose={onClose} title="Debug Data">
      {recorded.error ? (
        <ErrorState
          inline
          title="The query was not answered"
          error={recorded.error}
          onRetry={() => void recorded.refetch()}
        />
      ) : (
        <Skeleton height={240} />
      )}
    </Dialog>
  );
}

/** The SQL of a query with its values and the time of its run. */
function Sql({ explanation }: { explanation: UseQueryResult<{ data: Explanation }> }): ReactNode {
  const { data, error, refetch } = explanation;
  if (error) {
    return <ErrorState inline title="The SQL cannot be read" error={error} onRetry={() => void refetch()} />;
  }
  if (!data) return <Skeleton height={160} />;
  const { sql, params, timing } = data.data;
  const values = params
    .map(({ type, value }, at) => `$${String(at + 1)} ${type} ${String(value)}`)
    .join('\n');
  return (
    <div className={styles.sql}>
      <div className={styles.head}>
        <Text tone="muted">
          It ran for {formatNumber(timing.milliseconds)} ms, with {plural(params.length, 'value')} apart from
          the SQL.
        </Text>
        <CopyIcon text={values ? `${sql}\n\n${values}` : sql} label="Copy the SQL" />
      </div>
      <JsonViewer data={sql} />
      {params.length > 0 && <JsonViewer data={params} />}
    </div>
  );
}
