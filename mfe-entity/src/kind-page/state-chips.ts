import type { EntityDetail } from '@cairn/contracts';
import type { WordList } from '@cairn/ui/viewers';
import { isTrue, shortName, textOf } from '../entity/read-entity.ts';
import type { HeaderChip } from './kind-page.ts';

const LONGEST = 40;

/** A chip of a text property as it is; none when it is missing. */
export function textChip(entity: EntityDetail, name: string): HeaderChip[] {
  const label = textOf(entity, name);
  return label ? [{ label: shortName(label, LONGEST) }] : [];
}

/** A chip of a word of a vocabulary, in its colour; none when it is missing. */
export function wordChip(entity: EntityDetail, name: string, of: WordList): HeaderChip[] {
  const category = textOf(entity, `${name}Category`);
  return textChip(entity, name).map((chip) => ({ ...chip, of, ...(category ? { category } : {}) }));
}

/** A chip of the status of an entity, in the colour of its category. */
export function statusChip(entity: EntityDetail, name = 'status'): HeaderChip[] {
  return wordChip(entity, name, 'status');
}

/** A chip that is there while a property is true. */
export function flagChip(entity: EntityDetail, name: string, chip: HeaderChip): HeaderChip[] {
  return isTrue(entity, name) ? [chip] : [];
}

/** True for an issue that is an incident (ruling 17). */
export function isIncident(entity: EntityDetail): boolean {
  return /incident|outage/i.test(textOf(entity, 'issueType') ?? '');
}

/** How bad an incident is: a minor one is no alarm. */
const severityChip = (entity: EntityDetail): HeaderChip[] =>
  wordChip(entity, 'severity', 'priority').map(({ label, ...looks }) =>
    /^major$/i.test(label) ? { label, tone: 'warn' } : { label, ...looks },
  );

/** The types that the kind of an issue already names in its header. */
const NAMED_TYPE = /^(?:incident|epic)$/i;

/** The chips of an issue: key, type, severity of an incident, priority and status. */
export function issueChips(entity: EntityDetail): HeaderChip[] {
  return [
    ...textChip(entity, 'issueKey'),
    ...wordChip(entity, 'issueType', 'issueType').filter(({ label }) => !NAMED_TYPE.test(label)),
    ...(isIncident(entity) ? severityChip(entity) : []),
    ...wordChip(entity, 'priority', 'priority'),
    ...statusChip(entity),
  ];
}

const MERGED: HeaderChip = { label: 'Merged', of: 'pullRequest' };
const DRAFT: HeaderChip = { label: 'Draft', of: 'pullRequest' };

/** The chips of a pull request: number, status, and its state where the status does not say it. */
export function pullRequestChips(entity: EntityDetail): HeaderChip[] {
  const chips = [
    ...textChip(entity, 'prNumber'),
    ...wordChip(entity, 'status', 'pullRequest'),
    ...flagChip(entity, 'merged', MERGED),
    ...flagChip(entity, 'draft', DRAFT),
    ...(isTrue(entity, 'merged') ? [] : wordChip(entity, 'state', 'pullRequest')),
  ];
  const isFirst = ({ label }: HeaderChip, at: number) =>
    chips.findIndex((chip) => chip.label.toLowerCase() === label.toLowerCase()) === at;
  return chips.filter(isFirst);
}
