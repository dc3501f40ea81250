import type { DeliveryPreview, DeliveryRules } from '@cairn/contracts/delivery-rules';

/** A field of patterns of names: what it is called, and where it stands in the rules. */
export interface PatternField {
  readonly label: string;
  readonly hint: string;
  readonly placeholder: string;
  patterns(rules: DeliveryRules): readonly string[];
  change(rules: DeliveryRules, patterns: string[]): DeliveryRules;
}

/** The part of the rules that a field or a label decides. */
export type FieldOrLabel = 'severity' | 'storyPoints';

export const DEPLOYMENT_FIELDS: readonly PatternField[] = [
  {
    label: 'Pipelines or jobs that deploy',
    hint: 'Where a name matches, these count in their repository and environment, and nothing else there.',
    placeholder: 'As their sources say',
    patterns: ({ deployments }) => deployments.pipelines,
    change: (rules, pipelines) => ({ ...rules, deployments: { ...rules.deployments, pipelines } }),
  },
  {
    label: 'On branches',
    hint: 'Runs of pull requests are left out by naming the branch that is deployed.',
    placeholder: 'Any branch',
    patterns: ({ deployments }) => deployments.branches,
    change: (rules, branches) => ({ ...rules, deployments: { ...rules.deployments, branches } }),
  },
  {
    label: 'Environments that are production',
    hint: 'A deployment that names none is taken for one to production.',
    placeholder: 'prod*',
    patterns: ({ production }) => production,
    change: (rules, production) => ({ ...rules, production }),
  },
];

export const INCIDENT_FIELDS: readonly PatternField[] = [
  {
    label: 'Types of issues that are incidents',
    hint: 'Types with "incident" or "outage" in their name always are.',
    placeholder: 'None beside these',
    patterns: ({ incidents }) => incidents.types,
    change: (rules, types) => ({ ...rules, incidents: { ...rules.incidents, types } }),
  },
  {
    label: 'Labels of incidents',
    hint: 'An issue with such a label becomes one, whatever its type; an epic does not.',
    placeholder: 'None',
    patterns: ({ incidents }) => incidents.labels,
    change: (rules, labels) => ({ ...rules, incidents: { ...rules.incidents, labels } }),
  },
];

/** The labels that give a severity or points. */
export function labelField(part: FieldOrLabel): PatternField {
  return {
    label: part === 'severity' ? 'Labels that name a severity' : 'Labels that give points',
    hint:
      part === 'severity'
        ? 'What stands after the last colon or slash is the severity: "high" of "severity: high".'
        : 'The number at its end counts: 3 of "points: 3".',
    placeholder: 'None',
    patterns: (rules) => rules[part].labels,
    change: (rules, labels) => ({ ...rules, [part]: { ...rules[part], labels } }),
  };
}

/** The attributes of the org's own that can give a severity or points. */
export function choicesFor(part: FieldOrLabel, attributes: DeliveryPreview['attributes']) {
  const type = part === 'severity' ? 'string' : 'number';
  return attributes
    .filter((attribute) => attribute.type === type)
    .map(({ name, label }) => ({ value: name, label }));
}

/** How many count now, and how many would. */
export function countInWords(
  { before, after }: { before: number; after: number },
  one: string,
  many: string,
): string {
  const name = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
  return before === after
    ? `${name(after)}.`
    : `${name(before)} now, ${after.toLocaleString('en')} by these rules.`;
}
