import { z } from 'zod';

const HOST = /^(?:https?:\/\/)?[\w.-]+(?::\d+)?$/;
const ORGANIZATION = /^[\w-]{1,40}\/[\w.-]{1,100}$/;
const PROJECT = /^[\w-]{1,40}\/[\w.-]{1,100}\/[\w.-]{1,100}$/;

/** The forms in which CircleCI itself writes the first part of a slug. */
const FORGES: Readonly<Record<string, string>> = { github: 'gh', bitbucket: 'bb' };

/** A slug in its short form, since some answers have the long one. */
export function shortSlug(slug: string): string {
  const [forge = '', ...rest] = slug.split('/');
  return [FORGES[forge] ?? forge, ...rest].join('/');
}

/** A slug as addresses of pages have it. */
export function longSlug(slug: string): string {
  const [forge = '', ...rest] = slug.split('/');
  return [Object.keys(FORGES).find((long) => FORGES[long] === forge) ?? forge, ...rest].join('/');
}

/** The slugs that a setting lists, each once and in their short form. */
export const slugsIn = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\s,]+/)
      .filter((slug) => slug !== '')
      .map(shortSlug),
  ),
];
const each = (pattern: RegExp) => (text: string) => slugsIn(text).every((slug) => pattern.test(slug));

/** The settings of a source on CircleCI. */
export const CircleciSettings = z.strictObject({
  host: z
    .string()
    .trim()
    .toLowerCase()
    .transform((host) => host.replace(/\/+$/, '') || 'circleci.com')
    .pipe(z.string().regex(HOST, 'is a name such as circleci.com'))
    .default('circleci.com'),
  token: z.string().trim().min(8),
  organizations: z
    .string()
    .refine((text) => slugsIn(text).length > 0, 'is missing')
    .refine(each(ORGANIZATION), 'are slugs such as gh/acme, with commas between them'),
  projects: z
    .string()
    .refine(each(PROJECT), 'are slugs such as gh/acme/api, with commas between them')
    .default(''),
  since: z.union([z.literal(''), z.iso.date()]).default(''),
});
export type CircleciSettings = z.infer<typeof CircleciSettings>;

/** The address of a host. */
export const circleciAddress = (host: string): string => (host.includes('://') ? host : `https://${host}`);
