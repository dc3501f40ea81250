import type { AnswerMeta, Column, WithheldMeta } from '@cairn/contracts';
import { LEAST_PEOPLE, hiddenIn } from '../passes/limit-people.ts';
import type { GroupsPlan, RowsPlan } from '../plan/plan.ts';
import type { ReadContext } from '../read-graph.ts';
import { countWithheld } from '../run-plan.ts';

type Withheld = Pick<AnswerMeta, 'withheld'>;

const FEW = `fewer than ${LEAST_PEOPLE} other people`;

/** What is said of withheld groups, or of the one figure of a query without groups. */
export function withheldGroups(groups: number, isGrouped: boolean): WithheldMeta {
  const many = `${groups.toLocaleString('en-US')} ${groups === 1 ? 'group is' : 'groups are'} withheld`;
  const words = isGrouped
    ? `${many}: ${FEW} are in ${groups === 1 ? 'it' : 'each'}, or a total would tell such a group.`
    : `This figure is withheld: ${FEW} are in it.`;
  return { groups, columns: [], words };
}

/** What the answer of a plan of groups withholds from the caller. */
export async function withheldOfGroups(plan: GroupsPlan, context: ReadContext): Promise<Withheld> {
  if (context.audience === null) return {};
  const groups = await countWithheld(plan, context);
  return groups > 0 ? { withheld: withheldGroups(groups, plan.groups.length > 0) } : {};
}

/** What the rows of a plan leave out for the caller. */
export function withheldOfRows(plan: RowsPlan, { audience }: Pick<ReadContext, 'audience'>): Withheld {
  const columns = hiddenIn(plan, audience);
  if (columns.length === 0) return {};
  const labels = plan.projections
    .map(({ column }): Column => column)
    .filter(({ key }) => columns.includes(key))
    .map(({ label }) => label);
  const words = `Left out where you may not see the figures of the person: ${labels.join(', ')}.`;
  return { withheld: { groups: 0, columns: [...columns], words } };
}
