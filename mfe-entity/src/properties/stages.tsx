import type { EntityDetail } from '@cairn/contracts';
import { Panel } from '@cairn/ui';
import type { ReactNode } from 'react';
import type { Property, PropertyGroups } from './group-properties.ts';
import { Value } from './value.tsx';

/** What a pull request goes through; the last three add up to its cycle time. */
const STAGES = ['codingTime', 'pickupTime', 'reviewTime', 'mergeTime'];

const lengthOf = ({ value }: Property) => (typeof value === 'number' ? value : 0);

/** How long a pull request was in each stage, in working time, drawn beside each other; nothing for other kinds. */
export function Stages({ entity, groups }: { entity: EntityDetail; groups: PropertyGroups }): ReactNode {
  if (entity.labels[0] !== 'PullRequest') return null;
  const stages = STAGES.flatMap((name) => groups.properties.find((each) => each.name === name) ?? []);
  const longest = Math.max(...stages.map(lengthOf));
  if (!(longest > 0)) return null;
  return (
    <Panel title="Where its time went">
      <dl className="en-stages">
        {stages.map((stage) => (
          <div key={stage.name}>
            <dt title={stage.definition}>{stage.label}</dt>
            <dd>
              <span style={{ width: `${String((75 * lengthOf(stage)) / longest)}%` }} aria-hidden />
              <Value property={stage} />
            </dd>
          </div>
        ))}
      </dl>
      <p className="cn-muted">Working time.</p>
    </Panel>
  );
}
