import type { EntityDetail } from '@cairn/contracts';
import { IconButton } from '@cairn/ui';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { relatedOne } from '../../entity/read-entity.ts';
import { useOpenEntity } from '../../frame/entity-link.tsx';
import { useFrame } from '../../frame/frame.tsx';
import type { EntityCommand, EntityProps } from '../../kind-page/kind-page.ts';

const STEPS = [
  { relation: 'Parent', name: 'parent commit', keys: '[', Icon: ArrowDown },
  { relation: 'Child', name: 'next commit', keys: ']', Icon: ArrowUp },
];

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Buttons to the previous and the next commit. */
export function Steps({ entity }: EntityProps): ReactNode {
  const frame = useFrame();
  const open = useOpenEntity();
  return STEPS.map(({ relation, name, keys, Icon }) => {
    const to = relatedOne(entity, relation);
    return (
      <IconButton
        key={relation}
        label={to ? `${capital(name)}: ${to.name}` : `No ${name}`}
        {...(frame === 'page' ? { keys } : {})}
        disabled={!to}
        onClick={() => to && open(to.uuid)}
      >
        <Icon size={16} aria-hidden />
      </IconButton>
    );
  });
}

/** The same steps as commands. */
export function stepCommands(entity: EntityDetail, open: (uuid: string) => void): EntityCommand[] {
  return STEPS.flatMap(({ relation, name, keys }) => {
    const to = relatedOne(entity, relation);
    const label = `Go to the ${name}`;
    return to ? [{ id: `entity.${relation}`, label, keys, run: () => open(to.uuid) }] : [];
  });
}
