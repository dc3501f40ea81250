import type { Letter, MailLimits } from '../mail/mailer.ts';
import { limitAttempts, type AttemptLimit } from './attempts.ts';

const HOUR = 3_600;
const DAY = 24 * HOUR;

/** How many letters of a kind one address gets, within how long. Kinds count apart, so nobody uses up another's password link. */
const PER_ADDRESS: Readonly<Record<Letter['kind'], { max: number; seconds: number }>> = {
  confirmation: { max: 5, seconds: HOUR },
  password: { max: 3, seconds: HOUR },
  invitation: { max: 3, seconds: DAY },
  notice: { max: 10, seconds: HOUR },
};

const limitOf = (rules: { max: number; seconds: number }, now: () => number): AttemptLimit =>
  limitAttempts({ ...rules, counts: 'all', denied: 'Too many mails.' }, now);

/** Bounds the mail that people can cause, per address and kind, per person and per org. */
export function mailLimits(now: () => number = () => Date.now()): MailLimits {
  const entries = Object.entries(PER_ADDRESS).map(([kind, rules]) => [kind, limitOf(rules, now)]);
  const perAddress = Object.fromEntries(entries) as Record<Letter['kind'], AttemptLimit>;
  const perPerson = limitOf({ max: 30, seconds: HOUR }, now);
  const perOrg = limitOf({ max: 100, seconds: DAY }, now);
  return {
    allows: ({ kind, to }, sender) => {
      const counted: [AttemptLimit, string][] = [[perAddress[kind], to.toLowerCase()]];
      if (sender) counted.push([perPerson, sender.userId], [perOrg, sender.orgId]);
      const ends: ((outcome: 'success' | 'void') => void)[] = [];
      try {
        for (const [limit, key] of counted) ends.push(limit.reserve(key));
      } catch {
        for (const end of ends) end('void');
        return false;
      }
      for (const end of ends) end('success');
      return true;
    },
  };
}
