import { deliveriesQuery } from '@cairn/client/webhooks';
import type { Source } from '@cairn/contracts';
import type { WebhookDelivery, WebhookLog } from '@cairn/contracts/webhooks';
import { useHost } from '@cairn/host';
import {
  Badge,
  EmptyState,
  ErrorState,
  formatDateTime,
  formatNumber,
  Note,
  plural,
  TableSkeleton,
  Text,
  type Tone,
} from '@cairn/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import styles from './run-log.module.css';

const OUTCOMES: Readonly<Record<WebhookDelivery['outcome'], { word: string; tone: Tone }>> = {
  waiting: { word: 'Waiting', tone: 'accent' },
  reading: { word: 'Has changes read', tone: 'good' },
  kept: { word: 'Kept what it says', tone: 'good' },
  removed: { word: 'Removed what was deleted', tone: 'good' },
  ignored: { word: 'Means nothing here', tone: 'neutral' },
  greeting: { word: 'Greeted', tone: 'good' },
  failed: { word: 'Failed', tone: 'bad' },
};

const KILOBYTE = 1_024;
const sizeWords = (bytes: number) =>
  bytes < KILOBYTE ? `${formatNumber(bytes)} bytes` : `${formatNumber(Math.round(bytes / KILOBYTE))} KB`;

/** The last messages that the tool of a source sent, newest first, and what came of each. */
export function DeliveryLog({ source }: { source: Source }): ReactNode {
  const { org } = useHost();
  const { data, error, refetch } = useQuery(deliveriesQuery(org.id, source.id));
  if (error && !data) {
    const retry = () => void refetch();
    return <ErrorState inline title="The messages cannot be read" error={error} onRetry={retry} />;
  }
  if (!data) return <TableSkeleton rows={4} columns={4} rowHeight={44} />;
  return (
    <>
      <Refused log={data} />
      {data.deliveries.length === 0 ? (
        <EmptyState inline title="No message yet">
          The last 50 messages of the tool are listed here, with what came of each.
        </EmptyState>
      ) : (
        <DeliveryTable name={source.name} deliveries={data.deliveries} />
      )}
      {data.ignored.length > 0 && (
        <Text as="p" tone="muted">
          Mean nothing here: {data.ignored.map(({ kind, count }) => `${kind} (${String(count)})`).join(', ')}.
        </Text>
      )}
    </>
  );
}

/** Says that messages came which no secret fits. */
function Refused({ log: { refused } }: { log: WebhookLog }): ReactNode {
  const { timezone } = useHost();
  if (!refused) return null;
  const { count, lastAt } = refused;
  return (
    <Note tone="warn">
      {plural(count, 'message was', 'messages were')} refused since Cairn started, the last one{' '}
      {formatDateTime(lastAt, timezone)}: no secret fits. Give the tool a secret that is saved here.
    </Note>
  );
}

function DeliveryTable({
  name,
  deliveries,
}: {
  name: string;
  deliveries: readonly WebhookDelivery[];
}): ReactNode {
  const { timezone } = useHost();
  return (
    <table className={styles['runs']} aria-label={`Messages to ${name}`}>
      <thead>
        <tr>
          <th scope="col">Came</th>
          <th scope="col">Kind</th>
          <th scope="col">Number</th>
          <th scope="col">Size</th>
          <th scope="col">Outcome</th>
        </tr>
      </thead>
      <tbody>
        {deliveries.map(({ id, kind, receivedAt, bytes, outcome }) => (
          <tr key={id}>
            <td>
              <time dateTime={receivedAt}>{formatDateTime(receivedAt, timezone)}</time>
            </td>
            <td className={styles['why']}>{kind}</td>
            <td className={styles['why']} data-label="Number">
              {id}
            </td>
            <td data-label="Size">
              <Text numeric>{sizeWords(bytes)}</Text>
            </td>
            <td>
              <Badge tone={OUTCOMES[outcome].tone}>{OUTCOMES[outcome].word}</Badge>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
