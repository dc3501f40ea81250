import { entityPayloadQuery } from '@cairn/client/entity-payload';
import type { EntityDetail, EntityResolution } from '@cairn/contracts';
import type { EntityPayload } from '@cairn/contracts/source-payloads';
import { useHost } from '@cairn/host';
import { Dialog, EmptyState, ErrorState, formatDateTime, Skeleton, Text } from '@cairn/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import table from '../rows/plain-table.module.css';
import { CopyButton } from '../text/copy-text.tsx';
import styles from './payload-dialog.module.css';

interface PayloadDialogProps {
  source: z.infer<typeof EntityResolution>['sources'][number];
  entity: EntityDetail;
  onClose: () => void;
}

/** What a source sent of an entity, and where each of its values comes from. */
export function PayloadDialog({ source, entity, onClose }: PayloadDialogProps): ReactNode {
  return (
    <Dialog open title={`What ${source.name} sent`} width={820} onClose={onClose}>
      <Payload source={source} entity={entity} />
    </Dialog>
  );
}

function Payload({ source, entity }: Omit<PayloadDialogProps, 'onClose'>): ReactNode {
  const { org } = useHost();
  const { data, error, refetch } = useQuery(entityPayloadQuery(org.id, source.sourceId, entity.uuid));
  if (data) return <Traced payload={data} />;
  if (data === null)
    return (
      <EmptyState title="No payload is kept of it">
        {source.type === 'git'
          ? 'Its values come from the repository itself, which stays the place to look.'
          : 'The source made it from other things that it sent.'}
      </EmptyState>
    );
  if (error)
    return (
      <ErrorState inline title="The payload could not be read" error={error} onRetry={() => void refetch()} />
    );
  return <Skeleton height={240} />;
}

function Traced({ payload }: { payload: EntityPayload }): ReactNode {
  const { timezone } = useHost();
  return (
    <div className={styles.payload}>
      <Text as="p" tone="muted">
        Payload {payload.number} of {payload.kind}, received {formatDateTime(payload.receivedAt, timezone)}. A
        value without a place was made from several others.
      </Text>
      <div className={styles.fields} tabIndex={0} role="region" aria-label="Values and their places">
        <table className={table.table}>
          <thead>
            <tr>
              <th scope="col">Property</th>
              <th scope="col">Value</th>
              <th scope="col">Place in the payload</th>
            </tr>
          </thead>
          <tbody>
            {payload.fields.map(({ field, label, value, paths }) => (
              <tr key={field}>
                <th scope="row">{label}</th>
                <td>
                  <div className={styles.value}>{value}</div>
                </td>
                <td>
                  <Places paths={paths} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className={styles.head}>
        <Text as="p" tone="muted">
          {payload.isCut ? 'The payload, cut after 100,000 characters' : 'The payload'}
        </Text>
        <CopyButton text={payload.text} label="Copy the payload" />
      </div>
      <pre className={styles.text} tabIndex={0} role="region" aria-label="The payload">
        {payload.text}
      </pre>
    </div>
  );
}

function Places({ paths }: { paths: readonly string[] }): ReactNode {
  if (paths.length === 0) return <Text tone="faint">Made by Cairn</Text>;
  return paths.map((path) => (
    <code key={path} className={styles.path}>
      {path}
    </code>
  ));
}
