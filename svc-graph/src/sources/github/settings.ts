import { z } from 'zod';

const HOST = /^(?:https?:\/\/)?[\w.-]+(?::\d+)?$/;

/** The settings of a source on GitHub; a form sends what was left out as an empty text. */
const Given = z.strictObject({
  host: z
    .string()
    .trim()
    .toLowerCase()
    .transform((host) => host.replace(/\/+$/, '') || 'github.com')
    .pipe(z.string().regex(HOST, 'is a name such as github.com'))
    .default('github.com'),
  owner: z
    .string()
    .trim()
    .regex(/^[\w.-]{1,100}$/, 'is the name of an organization or a user, without the rest of its address'),
  repositories: z
    .string()
    .default('')
    .transform((names) => names.split(/[\s,]+/).filter((name) => name !== ''))
    .or(z.array(z.string())),
  since: z.union([z.literal(''), z.iso.date()]).default(''),
  token: z.string().trim().min(8).optional(),
  /** The installation of the App that reads in the place of a token; only GitHub's word sets it. */
  installation: z
    .string()
    .regex(/^\d{1,20}$/)
    .optional(),
});

/** A source reads with a token, or as an installation; a token that is given ends the other. */
export const GithubSettings = Given.refine(
  ({ token, installation }) => token !== undefined || installation !== undefined,
  { path: ['token'], message: 'is missing' },
).transform(({ installation, ...settings }): GithubSettings =>
  settings.token === undefined && installation !== undefined ? { ...settings, installation } : settings,
);
export type GithubSettings = z.infer<typeof Given>;

/** The address of the pages of a host. */
export const hostAddress = (host: string) => (host.includes('://') ? host : `https://${host}`);

/** The address of the GraphQL interface of a host. */
export const graphqlAddress = (host: string) =>
  host === 'github.com' ? 'https://api.github.com/graphql' : `${hostAddress(host)}/api/graphql`;

/** The address before the paths of the REST interface of a host. */
export const restAddress = (host: string) =>
  host === 'github.com' ? 'https://api.github.com' : `${hostAddress(host)}/api/v3`;

/** The host without its protocol, as the keys of its things name it. */
export const hostName = (host: string) => host.replace(/^https?:\/\//, '');

const Kept = z.object({ host: z.string(), owner: z.string() });

/** The owner and the repository of a page on GitHub, for an owner that no source reads. */
export function offerOwner(
  { hostname, pathname }: URL,
  sources: readonly { readonly settings: Readonly<Record<string, unknown>> }[],
): Readonly<Record<string, string>> | null {
  const [, owner = '', repository = ''] = pathname.split('/');
  if (!hostname.split('.').includes('github') || owner === '' || repository === '') return null;
  const isRead = sources.some(({ settings }) => {
    const known = Kept.safeParse(settings).data;
    return hostName(known?.host ?? '') === hostname && known?.owner.toLowerCase() === owner.toLowerCase();
  });
  if (isRead) return null;
  return { owner, repositories: repository, ...(hostname === 'github.com' ? {} : { host: hostname }) };
}
