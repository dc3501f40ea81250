import { integrationsOf, integrationWords, sourceTypesQuery } from '@cairn/client';
import { addressAt, useHost, useOpenPages } from '@cairn/host';
import { useSavedPage } from '@cairn/saved';
import { Text, Tooltip } from '@cairn/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useConfiguration, useSources } from '../graph-data.ts';
import styles from './home-banner.module.css';

const MOST_TAGS = 8;
const COUNTS = { limit: 1, counts: true };

/** What stands beneath the ask box (X§2): the integrations with their status, and the tags of what is saved. */
export function HomeBanner(): ReactNode {
  return (
    <div className={styles.banner}>
      <Integrations />
      <Tags />
    </div>
  );
}

function Integrations(): ReactNode {
  const { org } = useHost();
  const mayManage = useOpenPages().some(({ path }) => path === 'settings/integrations');
  const configuration = useConfiguration().data;
  const sources = useSources().data;
  const types = useQuery(sourceTypesQuery(org.id)).data;
  if (!configuration || !sources || !types) return null;
  return (
    <ul className={styles.list} aria-label="Integrations">
      {integrationsOf(configuration, sources, types).map((integration) => {
        const { name, label, status, type } = integration;
        const words = integrationWords(integration);
        const content = (
          <>
            <span className={styles.dot} data-status={status} aria-hidden />
            {label}
          </>
        );
        return (
          <li key={name}>
            <Tooltip label={words}>
              {mayManage ? (
                <Link
                  to={addressAt(org.id, 'settings/integrations', type)}
                  className={styles.pill}
                  aria-label={words}
                >
                  {content}
                </Link>
              ) : (
                <span className={styles.pill} role="note" aria-label={words} tabIndex={0}>
                  {content}
                </span>
              )}
            </Tooltip>
          </li>
        );
      })}
    </ul>
  );
}

function Tags(): ReactNode {
  const { org } = useHost();
  const tags = useSavedPage(COUNTS).data?.counts?.tags ?? [];
  if (tags.length === 0) return null;
  const most = tags.toSorted((one, other) => other.count - one.count).slice(0, MOST_TAGS);
  return (
    <ul className={styles.list} aria-label="Tags of saved things">
      {most.map(({ tag, count }) => (
        <li key={tag}>
          <Link
            to={addressAt(org.id, 'library', { filter: `tag:${tag.replaceAll(' ', '_')}` })}
            className={styles.pill}
          >
            <Text truncate>{tag}</Text>{' '}
            <Text numeric tone="faint">
              {count}
            </Text>
          </Link>
        </li>
      ))}
    </ul>
  );
}
