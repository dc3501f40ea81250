import { addressAt, useHost, useOpenPages } from '@cairn/host';
import { ProgressBar, Tooltip, Text } from '@cairn/ui';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, CirclePause, CirclePlus, Hourglass, LoaderCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { sourcesQuery } from '@cairn/client';
import { activityOf } from './sources.ts';
import styles from './source-status.module.css';

const ICONS = {
  none: CirclePlus,
  working: LoaderCircle,
  failed: CircleAlert,
  limited: Hourglass,
  paused: CirclePause,
  current: CircleCheck,
};

/** The live activity of the sources, at the bottom of the sidebar. */
export function SourceStatus({ collapsed }: { collapsed: boolean }): ReactNode {
  const { org } = useHost();
  const mayManage = useOpenPages().some(({ path }) => path === 'settings/integrations');
  const { data } = useQuery(sourcesQuery(org.id));
  // Keeps its place, so that the content above does not jump.
  if (!data) return <div className={styles['status']} aria-hidden />;
  const { state, label, share, detail } = activityOf(data);
  const Icon = ICONS[state];
  const words = [label, detail].filter(Boolean).join(', ');
  const content = (
    <>
      <Icon size={16} aria-hidden />
      {!collapsed && (
        <span className={styles['words']}>
          <Text truncate>{label}</Text>
          {state === 'working' && (
            <ProgressBar label={label} {...(share === undefined ? {} : { value: share })} />
          )}
          {detail && (
            <Text numeric className={styles['detail'] ?? ''}>
              {detail}
            </Text>
          )}
        </span>
      )}
    </>
  );
  const status = mayManage ? (
    <Link
      to={addressAt(org.id, 'settings/integrations')}
      className={styles['status']}
      data-state={state}
      aria-label={`Integrations: ${words}`}
    >
      {content}
    </Link>
  ) : (
    <div className={styles['status']} data-state={state} role="group" aria-label={words}>
      {content}
    </div>
  );
  return collapsed ? (
    <Tooltip label={words} position="right">
      {status}
    </Tooltip>
  ) : (
    status
  );
}
