import { formatDuration, formatNumber, Panel, Text } from '@cairn/ui';
import type { ReactNode } from 'react';
import { numberOf } from '../../entity/read-entity.ts';
import type { SectionProps } from '../../kind-page/kind-page.ts';
import styles from './working-day.module.css';

const MINUTE = 60;

/** The working time of a day, and how much of it was focused or disrupted. */
export function WorkingDay({ entity }: SectionProps): ReactNode {
  const working = numberOf(entity, 'workingTime');
  const parts = [
    { name: 'Focus time', is: 'focus', minutes: numberOf(entity, 'focusTime') },
    { name: 'Disrupted time', is: 'disrupted', minutes: numberOf(entity, 'disruptedTime') },
  ];
  if (working === null || working <= 0) return null;
  const share = (minutes: number) => Math.min(100, Math.max(0, (100 * minutes) / working));
  return (
    <Panel title={`Working time ${formatDuration(working * MINUTE)}`}>
      <div className={styles.bar} aria-hidden>
        {parts.map(({ is, minutes }) => (
          <i key={is} data-is={is} style={{ width: `${String(share(minutes ?? 0))}%` }} />
        ))}
      </div>
      <dl className={styles.parts}>
        {parts.map(({ name, is, minutes }) => (
          <div key={is}>
            <dt>
              <i data-is={is} aria-hidden />
              {name}
            </dt>
            <dd>
              {minutes === null ? (
                <Text tone="faint">N/A</Text>
              ) : (
                <Text
                  numeric
                >{`${formatDuration(minutes * MINUTE)}, ${formatNumber(Math.round(share(minutes)))}%`}</Text>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
