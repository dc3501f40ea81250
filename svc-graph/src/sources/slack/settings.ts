import { z } from 'zod';

const splitNames = (text: string) => text.split(/[\s,]+/).filter((name) => name !== '');
const CHANNEL = /^[CG][A-Z0-9]{1,20}$/;
const PERSON = /^[UWB][A-Z0-9]{1,20}$/;

/** The settings of a source of Slack; a form sends what was left out as an empty text. */
export const SlackSettings = z.strictObject({
  token: z
    .string()
    .trim()
    .min(8)
    .refine((token) => !/^xox[ep]/.test(token), 'is that of a person; the one of the app begins with xoxb-'),
  channels: z
    .string()
    .refine(
      (text) => splitNames(text).every((id) => CHANNEL.test(id)),
      'are IDs such as C0123ABCD, with commas between them',
    )
    .default(''),
  since: z.union([z.literal(''), z.iso.date()]).default(''),
  without: z
    .string()
    .refine(
      (text) => splitNames(text).every((id) => PERSON.test(id)),
      'are IDs such as U0123ABCD, with commas between them',
    )
    .default(''),
  keepDays: z
    .string()
    .trim()
    .regex(/^(?:[1-9]\d{0,3})?$/, 'is a number of days, from 1 to 9999')
    .default(''),
  texts: z
    .string()
    .trim()
    .toLowerCase()
    .pipe(z.enum(['', 'yes', 'no'], 'is yes or no'))
    .default(''),
  host: z
    .union([z.literal(''), z.url({ protocol: /^https?$/ })])
    .transform((host) => host.replace(/\/+$/, ''))
    .default(''),
  /** The workspace and its address, as Slack says them. */
  team: z
    .string()
    .regex(/^[TE][A-Z0-9]{1,20}$/)
    .optional(),
  address: z.url({ protocol: /^https?$/ }).optional(),
});
export type SlackSettings = z.infer<typeof SlackSettings>;

/** The settings as they are kept, without the token. */
export const KeptSettings = SlackSettings.omit({ token: true }).strip();
export type KeptSettings = z.infer<typeof KeptSettings>;

/** How many days messages are kept where nobody says anything. */
export const USUAL_DAYS = 365;
const DAY = 86_400;

/** The ids of the channels that are read; none for every public one. */
export const chosenChannels = ({ channels }: Pick<KeptSettings, 'channels'>): readonly string[] =>
  splitNames(channels);

/** The ids of the people whose messages are neither read nor kept. */
export const peopleLeftOut = ({ without }: Pick<KeptSettings, 'without'>): readonly string[] =>
  splitNames(without);

/** Whether texts of messages are kept. */
export const keepsTexts = ({ texts }: Pick<KeptSettings, 'texts'>): boolean => texts === 'yes';

/** The moment before which messages are not kept, in seconds since 1970. */
export const retentionEnd = ({ keepDays }: Pick<KeptSettings, 'keepDays'>, now: number): number =>
  now / 1_000 - (keepDays === '' ? USUAL_DAYS : Number(keepDays)) * DAY;

/** The moment before which messages are not read, in seconds since 1970. */
export function readingEnd(settings: Pick<KeptSettings, 'keepDays' | 'since'>, now: number): number {
  const since = settings.since === '' ? 0 : Date.parse(settings.since) / 1_000;
  return Math.max(since, retentionEnd(settings, now), 0);
}
