import { isLocked, trialState } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { linkAttributes, ProgressBar, Tooltip } from '@cairn/ui';
import { Hourglass } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { subscriptionPath, useTrialClock } from './subscription-lock.ts';
import styles from './trial-banner.module.css';

const daysWords = (days: number) =>
  days === 1 ? '1 day left in the trial' : `${days} days left in the trial`;

/** The banner of an org on trial, or of one whose subscription has ended (W§4). */
export function TrialBanner({ collapsed }: { collapsed: boolean }): ReactNode {
  const { org } = useHost();
  const now = useTrialClock(org);
  if (!org.subscription) return null;
  const trial = trialState(org.subscription, now);
  const locked = isLocked(org.subscription, now);
  if (!trial && !locked) return null;
  const words = locked
    ? trial
      ? 'Trial has expired'
      : 'Subscription has ended'
    : daysWords(trial?.daysLeft ?? 0);
  const state = locked ? 'expired' : trial?.state;
  const to = subscriptionPath(org.id);
  if (collapsed) {
    return (
      <Tooltip label={words} position="right">
        <Link to={to} className={styles['icon']} data-state={state} aria-label={words}>
          <Hourglass size={16} aria-hidden />
        </Link>
      </Tooltip>
    );
  }
  return (
    <div className={styles['banner']} data-state={state} role="status">
      <div>{words}</div>
      {trial && !locked && <ProgressBar label="The part of the trial that is over" value={trial.over} />}
      <Link to={to} {...linkAttributes()}>
        Upgrade
      </Link>
    </div>
  );
}
