import { integrationLabel } from '@cairn/client';
import { entityResolutionQuery } from '@cairn/client/story';
import type { EntityDetail, EntityResolution } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { Badge, ErrorState, formatDateTime, Panel, Skeleton, Text } from '@cairn/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import table from '../rows/plain-table.module.css';

type Resolution = z.infer<typeof EntityResolution>;
type Source = Resolution['sources'][number];
type Account = Resolution['identities'][number];

/** How an account came to a person, as people say it. */
const METHODS: Readonly<Record<string, string>> = {
  email: 'by its e-mail',
  mailmap: 'by a mailmap',
  login: 'by its login',
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

function SourceRow({ source }: { source: Source }): ReactNode {
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

/** The sources that know an entity and since when they do, and the accounts that are linked to a person. */
export function SourcesPanel({ entity }: { entity: EntityDetail }): ReactNode {
  const { org } = useHost();
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
        <Lines title="Sources" columns={['Source', 'Its id there', 'First seen', 'Last seen']}>
          {sources.map((source) => (
            <SourceRow key={source.sourceId} source={source} />
          ))}
        </Lines>
      )}
    </>
  );
}
