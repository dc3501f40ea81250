import { Panel, Text } from '@cairn/ui';
import type { ReactNode } from 'react';
import type { SectionProps } from '../../kind-page/kind-page.ts';
import type { Property } from '../../properties/group-properties.ts';
import { Value } from '../../properties/value.tsx';
import styles from './stages.module.css';

/** The stages of a pull request in order; the last three add up to its cycle time. */
const STAGES = ['codingTime', 'pickupTime', 'reviewTime', 'mergeTime'];
/** The longest bar; the rest of the line is for its value. */
const LONGEST_PERCENT = 75;

const lengthOf = ({ value }: Property) => (typeof value === 'number' ? value : 0);

/** How long a pull request was in each stage, as bars of working time. */
export function Stages({ groups }: SectionProps): ReactNode {
  const stages = STAGES.flatMap((name) => groups.properties.find((each) => each.name === name) ?? []);
  const longest = Math.max(...stages.map(lengthOf));
  if (!(longest > 0)) return null;
  return (
    <Panel title="Where its time went">
      <dl className={styles.stages}>
        {stages.map((stage) => (
          <div key={stage.name}>
            <dt title={stage.definition}>{stage.label}</dt>
            <dd>
              <span
                style={{ width: `${String((LONGEST_PERCENT * lengthOf(stage)) / longest)}%` }}
                aria-hidden
              />
              <Value property={stage} />
            </dd>
          </div>
        ))}
      </dl>
      <Text as="p" tone="muted">
        Working time.
      </Text>
    </Panel>
  );
}
