import type { Configuration } from '@cairn/contracts';
import { kindNamed } from '../../graph/fields.ts';

/** The relations that lead from a kind to its team: its own, or those of its people. */
export function pathToTeam(kind: string, configuration: Configuration): string | null {
  if (kind === 'Team') return kind;
  const relationTo = (from: string, target: string) =>
    kindNamed(configuration, from)?.relations.find((each) => each.provided && each.target === target)?.name;
  const direct = relationTo(kind, 'Team');
  if (direct !== undefined) return direct;
  const [person, team] = [relationTo(kind, 'Person'), relationTo('Person', 'Team')];
  return person !== undefined && team !== undefined ? `${person}.${team}` : null;
}
