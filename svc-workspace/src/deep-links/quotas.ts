import { AppError } from '@cairn/contracts';
import type { KeptAmount, LinkUsage } from './link-store.ts';

/** How much one user, and all users of an org together, may keep. */
export interface LinkQuotas {
  readonly own: KeptAmount;
  readonly org: KeptAmount;
}

/** Far more than anybody saves by hand; the quota stops a script before it fills the disk. */
export const LINK_QUOTAS: LinkQuotas = {
  own: { things: 500, characters: 50_000_000 },
  org: { things: 100_000, characters: 2_000_000_000 },
};

const number = new Intl.NumberFormat('en');

const exceeds = ({ things, characters }: KeptAmount, most: KeptAmount) =>
  things > most.things || characters > most.characters;

/** Throws `quota_exceeded` when an addition would exceed the quota of the user or the org. */
export function checkQuota(
  usage: LinkUsage,
  more: KeptAmount,
  quotas: LinkQuotas,
  /** Who keeps too much, as the sentence begins. */
  ownWords = 'You keep',
): void {
  const after = (kept: KeptAmount): KeptAmount => ({
    things: kept.things + more.things,
    characters: kept.characters + Math.max(0, more.characters),
  });
  for (const [whose, owner] of [
    ['own', ownWords],
    ['org', 'Your organization keeps'],
  ] as const) {
    if (more.things <= 0 && more.characters <= 0) return;
    if (!exceeds(after(usage[whose]), quotas[whose])) continue;
    const { things, characters } = quotas[whose];
    throw new AppError(
      'quota_exceeded',
      `${owner} as much as fits: ${number.format(things)} saved things or ${number.format(characters / 1_000_000)} MB. Delete what nobody needs, and save again.`,
    );
  }
}
