import { Panel, Text } from '@cairn/ui';
import { Segmented } from '@cairn/ui/fields';
import { type ReactNode, useState } from 'react';
import type { SectionProps } from '../../kind-page/kind-page.ts';
import type { Property } from '../../properties/group-properties.ts';
import { Value } from '../../properties/value.tsx';
import styles from './stages.module.css';

/** The stages of a pull request in order; the last three add up to its cycle time. */
const STAGES = ['codingTime', 'pickupTime', 'reviewTime', 'mergeTime'];
const CLOCKS = [
  { value: 'working', label: 'Working time' },
  { value: 'elapsed', label: 'Elapsed time' },
];
/** The longest bar; the rest of the line is for its value. */
const LONGEST_PERCENT = 75;

const lengthOf = (property: Property | undefined) =>
  typeof property?.value === 'number' ? property.value : 0;
const elapsed = (name: string) => `clock${name.charAt(0).toUpperCase()}${name.slice(1)}`;

/** How long a pull request was in each stage, as bars, by the working calendar or by the clock. */
export function Stages({ groups }: SectionProps): ReactNode {
  const named = (name: string) => groups.properties.find((each) => each.name === name);
  // What bots do at night takes no working time.
  const hasWorked = STAGES.some((name) => lengthOf(named(name)) > 0);
  const [clock, setClock] = useState(hasWorked ? 'working' : 'elapsed');
  const stages = STAGES.flatMap(
    (name) => (clock === 'elapsed' ? named(elapsed(name)) : undefined) ?? named(name) ?? [],
  );
  const longest = Math.max(...stages.map(lengthOf));
  const isElapsed = STAGES.some((name) => lengthOf(named(elapsed(name))) > 0);
  if (!hasWorked && !isElapsed) return null;
  return (
    <Panel
      title="Where its time went"
      actions={
        <Segmented
          aria-label="Clock"
          size="xs"
          data={CLOCKS}
          value={clock}
          onChange={(value) => setClock(value)}
        />
      }
    >
      <dl className={styles.stages}>
        {stages.map((stage) => (
          <div key={stage.name}>
            <dt title={stage.definition}>{stage.label}</dt>
            <dd>
              <span
                style={{ width: `${String((LONGEST_PERCENT * lengthOf(stage)) / Math.max(1, longest))}%` }}
                aria-hidden
              />
              <Value property={stage} />
            </dd>
          </div>
        ))}
      </dl>
      <Text as="p" tone="muted">
        {clock === 'elapsed' ? 'Nights and weekends count.' : 'Only working time counts.'}
      </Text>
    </Panel>
  );
}
