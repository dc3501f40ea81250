import type { FoundEntity } from '@cairn/contracts';
import { formatNumber } from '@cairn/ui';
import { issueIcon } from '@cairn/ui/viewers';
import { kindIcon, kindPlural, kindWords } from '../entity-kinds/entity-kinds.ts';
import type { Choice } from './choice.ts';
import type { FoundEntities } from './use-found-entities.ts';

/** An entity as a choice of a group. */
function entityChoice(entity: FoundEntity, group: string, open: (entity: FoundEntity) => void): Choice {
  const { uuid, kind, badge, type, name, hint } = entity;
  return {
    id: uuid,
    group,
    label: name,
    hint: [badge ? kindWords(badge) : '', hint].filter(Boolean).join(' · '),
    kind: 'entity',
    entity,
    icon: kind === 'Issue' && type ? issueIcon(type) : kindIcon(badge ?? kind),
    run: () => open(entity),
  };
}

/** The found entities as choices, grouped by kind, the kind of the best find first. */
export function entityChoices(
  { data, counts }: FoundEntities,
  open: (entity: FoundEntity) => void,
): Choice[] {
  const kinds = [...new Set(data.map(({ kind }) => kind))];
  return kinds.flatMap((kind) => {
    const found = data.filter((entity) => entity.kind === kind);
    const group = `${kindPlural(kind)} · ${formatNumber(counts[kind] ?? found.length)}`;
    return found.map((entity) => entityChoice(entity, group, open));
  });
}

/** Entities whose names are written almost like the text, which finds nothing itself. */
export const similarChoices = ({ similar }: FoundEntities, open: (entity: FoundEntity) => void): Choice[] =>
  similar.map((entity) => ({ ...entityChoice(entity, 'Similar names', open), kind: 'similar' }));
