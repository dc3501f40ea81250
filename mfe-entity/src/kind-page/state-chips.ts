import type { EntityDetail } from '@cairn/contracts';
import { shortName, textOf } from '../entity/read-entity.ts';
import type { HeaderChip } from './kind-page.ts';

const LONGEST = 40;

/** The tone of a status by its category; it repeats what the words say. */
const TONES: Readonly<Record<string, HeaderChip['tone']>> = { inProgress: 'accent', done: 'good' };

/** Chips of these text properties, without those that are missing or repeat another. */
function chipsOf(entity: EntityDetail, names: readonly string[]): HeaderChip[] {
  const labels = names.flatMap((name) => textOf(entity, name) ?? []);
  return [...new Set(labels)].map((label) => ({ label: shortName(label, LONGEST) }));
}

/** A chip of the status of an entity, in the tone of its category. */
export function statusChip(entity: EntityDetail): HeaderChip[] {
  const tone = TONES[textOf(entity, 'statusCategory') ?? ''] ?? 'neutral';
  return chipsOf(entity, ['status']).map((chip) => ({ ...chip, tone }));
}

/** The chips of an issue: key, type, priority and status; an incident stands out, with its severity. */
export function issueChips(entity: EntityDetail): HeaderChip[] {
  const isIncident = /incident|outage/i.test(textOf(entity, 'issueType') ?? '');
  const type = chipsOf(entity, isIncident ? ['issueType', 'severity'] : ['issueType']);
  return [
    ...chipsOf(entity, ['issueKey']),
    ...type.map((chip): HeaderChip => (isIncident ? { ...chip, tone: 'bad' } : chip)),
    ...chipsOf(entity, ['priority']),
    ...statusChip(entity),
  ];
}

/** The chips of a pull request: its number and its status. */
export function pullRequestChips(entity: EntityDetail): HeaderChip[] {
  return [...chipsOf(entity, ['prNumber']), ...statusChip(entity)];
}
