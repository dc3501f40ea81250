import { atLeast } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { ProgressBar, Tooltip } from '@cairn/ui';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, CirclePlus, LoaderCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { sourcesQuery } from '@cairn/client';
import { activityOf } from './sources.ts';

const ICONS = { none: CirclePlus, working: LoaderCircle, failed: CircleAlert, current: CircleCheck };

/** What the sources are doing, live, at the bottom of the sidebar. */
export function SourceStatus({ collapsed }: { collapsed: boolean }): ReactNode {
  const { org, user } = useHost();
  const { data } = useQuery(sourcesQuery(org.id));
  // Its place is kept, so that what stands above does not jump.
  if (!data) return <div className="sh-status" aria-hidden />;
  const { state, label, share, detail } = activityOf(data);
  const Icon = ICONS[state];
  const words = [label, detail].filter(Boolean).join(', ');
  const content = (
    <>
      <Icon size={16} aria-hidden />
      {!collapsed && (
        <span className="sh-status__words">
          <span className="cn-truncate">{label}</span>
          {state === 'working' && (
            <ProgressBar label={label} {...(share === undefined ? {} : { value: share })} />
          )}
          {detail && <span className="sh-status__detail cn-numeric">{detail}</span>}
        </span>
      )}
    </>
  );
  const status =
    user.superuser || atLeast(org.role, 'admin') ? (
      <Link
        to={`/${org.id}/settings/integrations`}
        className="sh-status"
        data-state={state}
        aria-label={`Integrations: ${words}`}
      >
        {content}
      </Link>
    ) : (
      <div className="sh-status" data-state={state} role="group" aria-label={words}>
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
