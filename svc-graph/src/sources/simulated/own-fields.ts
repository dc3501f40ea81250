import type { OwnAttribute } from '@cairn/entities';
import type { Cell } from '../../store/load.ts';
import { SeededRandom } from './random.ts';

const FIELD = { kind: 'Issue', integration: 'jira' } as const;

/** The custom fields of the simulated tracker. */
export const OWN_FIELDS: readonly OwnAttribute[] = [
  {
    ...FIELD,
    name: 'customCustomerImpact',
    label: 'Customer impact',
    type: 'string',
    externalId: 'customfield_10041',
  },
  { ...FIELD, name: 'customMarkets', label: 'Markets', type: 'string[]', externalId: 'customfield_10042' },
  { ...FIELD, name: 'customRiskScore', label: 'Risk score', type: 'number', externalId: 'customfield_10043' },
];

const IMPACTS = ['None', 'Some', 'Severe'];
const MARKETS = ['Europe', 'North America', 'Asia', 'Oceania'];
const RISKS = [1, 2, 3, 5, 8, 13, 20];

/** Empty custom fields. */
export const NO_OWN_FIELDS: Readonly<Record<string, Cell>> = Object.fromEntries(
  OWN_FIELDS.map(({ name }) => [name, null]),
);

/** The custom fields of an issue. They depend only on the issue, so that no other random value changes. */
export function ownFields(issueUuid: string): Readonly<Record<string, Cell>> {
  const random = new SeededRandom(Number.parseInt(issueUuid.slice(0, 8), 16));
  const filled = random.chance(0.8);
  const first = random.whole(0, MARKETS.length - 1);
  return {
    customCustomerImpact: filled ? random.skewed(IMPACTS) : null,
    customMarkets: filled ? MARKETS.slice(first, first + random.whole(1, 2)) : [],
    customRiskScore: random.chance(0.6) ? random.pick(RISKS) : null,
  };
}
