import { FirstDay, isZone } from '@cairn/query';
import { z } from 'zod';
import { UserId } from './identity.ts';
import { defineContract } from './route.ts';
import { shownName } from './shown-text.ts';

/** The ways to write a day, each with an example. The first is the default (W§9). */
export const DATE_FORMATS = {
  'MMM D, YYYY': 'Nov 21, 2026',
  'D MMM YYYY': '21 Nov 2026',
  'YYYY-MM-DD': '2026-11-21',
  'DD.MM.YYYY': '21.11.2026',
  'DD/MM/YYYY': '21/11/2026',
  'MM/DD/YYYY': '11/21/2026',
} as const;

export type DateFormat = keyof typeof DATE_FORMATS;

/** The ways to write a number, by a language that writes so, each with an example. The first is the default. */
export const NUMBER_FORMATS = {
  'en-US': '12,345.6',
  'de-DE': '12.345,6',
  'fr-FR': '12 345,6',
  'de-CH': '12’345.6',
} as const;

export type NumberFormat = keyof typeof NUMBER_FORMATS;

/** The clocks, each with an example. */
export const TIME_FORMATS = { h12: '2:05 pm', h23: '14:05' } as const;

export type TimeFormat = keyof typeof TIME_FORMATS;

/** The periods with which pages may begin. */
export const DEFAULT_PERIODS = ['P7D', 'P30D', 'P90D', 'P6M', 'P1Y'] as const;

const keysOf = <Key extends string>(table: Readonly<Record<Key, string>>) =>
  z.enum(Object.keys(table) as [Key, ...Key[]]);

/** What a person has chosen for themselves; null leaves it to Cairn. */
export const Preferences = z.object({
  theme: z.enum(['light', 'dark', 'system']),
  displayName: z.string(),
  /** Where their days begin and end; null for the zone of the browser. */
  timezone: z.string().nullable().default(null),
  /** The day that weeks begin with; null for that of the org. */
  firstDay: FirstDay.nullable().default(null),
  dateFormat: keysOf(DATE_FORMATS).default('MMM D, YYYY'),
  /** The clock; null for that of the browser's language. */
  timeFormat: keysOf(TIME_FORMATS).nullable().default(null),
  numberFormat: keysOf(NUMBER_FORMATS).default('en-US'),
  /** The period with which pages begin; null for one in which there is something to see. */
  period: z.enum(DEFAULT_PERIODS).nullable().default(null),
  /** Names the present picture; null for initials. */
  picture: z.string().nullable().default(null),
});
export type Preferences = z.infer<typeof Preferences>;

const { theme } = Preferences.shape;

/** Changes of preferences; what is not named stays. */
export const PreferenceChanges = z.strictObject({
  theme: theme.optional(),
  displayName: shownName(100).optional(),
  timezone: z
    .string()
    .max(64)
    .refine(isZone, 'must be a time zone such as Europe/Berlin')
    .nullable()
    .optional(),
  firstDay: FirstDay.nullable().optional(),
  dateFormat: keysOf(DATE_FORMATS).optional(),
  timeFormat: keysOf(TIME_FORMATS).nullable().optional(),
  numberFormat: keysOf(NUMBER_FORMATS).optional(),
  period: z.enum(DEFAULT_PERIODS).nullable().optional(),
});
export type PreferenceChanges = z.infer<typeof PreferenceChanges>;

/** The width and height of a picture, in pixels. */
export const PICTURE_PIXELS = 96;

/** The address of the picture of a person; undefined where they have none. */
export const pictureAddress = (userId: UserId, picture: string | null | undefined): string | undefined =>
  picture ? `/api/user/picture/${encodeURIComponent(userId)}?v=${picture}` : undefined;

const answersPicture = z.object({ data: z.object({ picture: z.string().nullable() }) });

/** The pictures of people, which those see who share an org with them. */
export const pictureContract = defineContract({
  setPicture: {
    method: 'POST',
    path: '/api/user/picture',
    access: 'session',
    summary: `Sets the picture of the caller, a PNG of ${PICTURE_PIXELS} × ${PICTURE_PIXELS} pixels in base64; null removes it.`,
    input: z.strictObject({
      png: z
        .string()
        .max(60_000)
        .regex(/^[\w+/]+={0,2}$/)
        .nullable(),
    }),
    output: answersPicture,
    errors: ['invalid_input'],
  },
  readPicture: {
    method: 'GET',
    path: '/api/user/picture/{userId}',
    access: 'session',
    summary: 'The picture of the caller, or of somebody in an org of theirs.',
    answer: 'picture',
    params: z.object({ userId: UserId }),
    query: z.strictObject({ v: z.string().max(64).optional() }),
    output: z.string(),
    errors: ['not_found'],
  },
});
