import { integrationLabel } from '@cairn/client';
import { entityResolutionQuery } from '@cairn/client/story';
import { atLeast, type EntityDetail, type EntityResolution, ORG_RIGHTS } from '@cairn/contracts';
import { actorOf, useHost } from '@cairn/host';
import { Badge, Button, ErrorState, formatDateTime, Panel, Skeleton, Text } from '@cairn/ui';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { z } from 'zod';
import table from '../rows/plain-table.module.css';
import { PayloadDialog } from './payload-dialog.tsx';

type Resolution = z.infer<typeof EntityResolution>;
type Source = Resolution['sources'][number];
type Account = Resolution['identities'][number];

/** How an account came to a person, as people say it. */
const METHODS: Readonly<Record<string, string>> = {
  email: 'by its e-mail',
  mailmap: 'by a mailmap',
  login: 'by its login',
  vouched: 'by an e-mail that its tool has verified',
  decision: 'by an admin',
  own: 'its own',
};

function Seen({ at }: { at: string | null }): ReactNode {
  const { timezone } = useHost();
  return at === null ? (
    <Text tone="faint">N/A</Text>
  ) : (
    <time dateTime={at}>{formatDateTime(at, timezone)}</time>
  );
}

function SourceRow({ source, onShow }: { source: Source; onShow?: (() => void) | undefined }): ReactNode {
  return (
    <tr>
      <th scope="row">
        {source.name} {source.deleted && <Badge tone="warn">Gone from it</Badge>}
      </th>
      <td>{source.externalId ?? <Text tone="faint">N/A</Text>}</td>
      <td>
        <Seen at={source.firstSeen} />
      </td>
      <td>
        <Seen at={source.lastSeen} />
      </td>
      {onShow && (
        <td>
          <Button size="small" aria-label={`Show the payload of ${source.name}`} onClick={onShow}>
            Show the payload
          </Button>
        </td>
      )}
    </tr>
  );
}

function AccountRow({ account }: { account: Account }): ReactNode {
  const { integration, externalId, username, name, emails, isBot, method, locked } = account;
  return (
    <tr>
      <th scope="row">{integrationLabel(integration)}</th>
      <td>
        {username ?? name ?? externalId} {isBot && <Badge>Bot</Badge>}
      </td>
      <td>{emails.length > 0 ? emails.join(', ') : <Text tone="faint">N/A</Text>}</td>
      <td>{locked ? METHODS['decision'] : (METHODS[method] ?? method)}</td>
    </tr>
  );
}

function Lines({
  title,
  columns,
  children,
}: {
  title: string;
  columns: readonly string[];
  children: ReactNode;
}): ReactNode {
  return (
    <Panel title={title}>
      <div className={table.scroll} tabIndex={0} role="region" aria-label={title}>
        <table className={table.table}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      </div>
    </Panel>
  );
}

const SOURCE_COLUMNS = ['Source', 'Its id there', 'First seen', 'Last seen'];

/** The sources that know an entity and since when they do, and the accounts that are linked to a person. */
export function SourcesPanel({ entity }: { entity: EntityDetail }): ReactNode {
  const host = useHost();
  const { org } = host;
  const [shown, setShown] = useState<Source>();
  // What a tool sent may hold more than Cairn tells of it.
  const mayShow = atLeast(actorOf(host).role, ORG_RIGHTS.manageSources);
  const { data, error, isPending, refetch } = useQuery(entityResolutionQuery(org.id, entity.uuid));
  if (isPending) return <Skeleton height={120} />;
  if (error && !data)
    return (
      <ErrorState inline title="Its sources could not be read" error={error} onRetry={() => void refetch()} />
    );
  const { sources, identities } = data;
  return (
    <>
      {identities.length > 0 && (
        <Lines title="Accounts" columns={['Tool', 'Account', 'E-mail', 'Linked']}>
          {identities.map((account) => (
            <AccountRow key={account.uuid} account={account} />
          ))}
        </Lines>
      )}
      {sources.length > 0 && (
        <Lines title="Sources" columns={mayShow ? [...SOURCE_COLUMNS, 'What it sent'] : SOURCE_COLUMNS}>
          {sources.map((source) => (
            <SourceRow
              key={source.sourceId}
              source={source}
              onShow={mayShow ? () => setShown(source) : undefined}
            />
          ))}
        </Lines>
      )}
      {shown && <PayloadDialog source={shown} entity={entity} onClose={() => setShown(undefined)} />}
    </>
  );
}
