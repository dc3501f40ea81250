import type { EntityDetail } from '@cairn/contracts';
import { formatNumber } from '@cairn/ui';
import { countOf, numberOf } from '../entity/read-entity.ts';
import type { KindOverview } from './kind-page.ts';

const NOT_YET = 'No commit belongs to this yet.';

/** A rule that returns the reason why an entity has no commits; null when it has some. */
export function whyNoCommits(reason = NOT_YET): (entity: EntityDetail) => string | null {
  return (entity) => (countOf(entity, 'Commit') === 0 ? reason : null);
}

/** A rule that replaces the charts of an entity without commits by a panel with the reason. */
export function panelWithoutCommits(reason = NOT_YET): KindOverview['insteadOfCharts'] {
  return (entity) => (countOf(entity, 'Commit') === 0 ? { title: 'No commits of its own', reason } : null);
}

/** How many of its commits its forge told, where it keeps some back as GitHub does after 250; null where it told all. */
export function whichCommitsAreMissing(entity: EntityDetail): string | null {
  const [all, told = 0] = [numberOf(entity, 'commits'), countOf(entity, 'Commit')];
  if (all === null || told === 0 || all <= told) return null;
  return `Its forge tells ${formatNumber(told)} of its ${formatNumber(all)} commits, so the others are not listed.`;
}
