import { z } from 'zod';

const HOST = /^(?:https?:\/\/)?[\w.-]+(?::\d+)?$/;
const ORGANIZATION = /^[\w-]{1,100}$/;

/** The ids that a setting lists, each once. */
export const idsIn = (text: string): string[] => [...new Set(text.split(/[\s,]+/).filter((id) => id !== ''))];

/** The settings of a source on Snyk. */
export const SnykSettings = z.strictObject({
  host: z
    .string()
    .trim()
    .toLowerCase()
    .transform((host) => host.replace(/\/+$/, '') || 'api.snyk.io')
    .pipe(z.string().regex(HOST, 'is a name such as api.eu.snyk.io'))
    .default('api.snyk.io'),
  token: z.string().trim().min(8),
  organizations: z
    .string()
    .refine((text) => idsIn(text).every((id) => ORGANIZATION.test(id)), 'are ids, with commas between them')
    .default(''),
});
export type SnykSettings = z.infer<typeof SnykSettings>;

/** The address of a host. */
export const snykAddress = (host: string): string => (host.includes('://') ? host : `https://${host}`);
