import { z } from 'zod';

const HOST = /^(?:https?:\/\/)?[\w.-]+(?::\d+)?(?:\/[\w.-]+)*$/;
const PATH = /^[\w.-]+(?:\/[\w.-]+)*$/;
const LONGEST_PATH = 255;

/** Paths with commas between them; a form sends them as one text. */
const pathsSchema = z
  .string()
  .default('')
  .transform((text) => text.split(/[\s,]+/).filter((path) => path !== ''))
  .or(z.array(z.string()))
  .transform((paths) => paths.map((path) => path.replace(/^\/+|\/+$/g, '')))
  .refine(
    (paths) => paths.every((path) => path.length <= LONGEST_PATH && PATH.test(path)),
    'are paths such as acme/tools, without the rest of their addresses',
  );

/** The settings of a source on GitLab. */
export const GitlabSettings = z.strictObject({
  host: z
    .string()
    .trim()
    .toLowerCase()
    .transform((host) => host.replace(/\/+$/, '') || 'gitlab.com')
    .pipe(z.string().regex(HOST, 'is a name such as gitlab.com'))
    .default('gitlab.com'),
  namespaces: pathsSchema,
  projects: pathsSchema,
  excluded: pathsSchema,
  since: z.union([z.literal(''), z.iso.date()]).default(''),
  token: z.string().trim().min(8),
});
export type GitlabSettings = z.infer<typeof GitlabSettings>;

/** The address of the pages of a host. */
export const siteAddress = (host: string): string => (host.includes('://') ? host : `https://${host}`);

/** The host without its protocol, as the keys of its things name it. */
export const siteName = (host: string): string => host.replace(/^https?:\/\//, '');

const Kept = z.object({ host: z.string(), namespaces: z.array(z.string()) });
const isWithin = (path: string, namespace: string) =>
  `${path.toLowerCase()}/`.startsWith(`${namespace.toLowerCase()}/`);

/** Whether a project stands in one of these namespaces, or is one of these projects. */
export const isAmong = (path: string, named: readonly string[]): boolean =>
  named.some((name) => isWithin(path, name));

/** The group and the project of a page on GitLab, for a group that no source reads. */
export function offerGroup(
  { hostname, pathname }: URL,
  sources: readonly { readonly settings: Readonly<Record<string, unknown>> }[],
): Readonly<Record<string, string>> | null {
  const hosts = sources.map(({ settings }) => siteName(Kept.safeParse(settings).data?.host ?? ''));
  const path = decodeURIComponent(pathname.replace(/\/-\/.*$/, '')).replace(/^\/+|\/+$|\.git$/g, '');
  const parts = path.split('/');
  const isForge = hostname.split('.').includes('gitlab') || hosts.includes(hostname);
  if (!isForge || parts.length < 2 || !PATH.test(path)) return null;
  const isRead = sources.some(({ settings }) => {
    const { host = '', namespaces = [] } = Kept.safeParse(settings).data ?? {};
    return siteName(host) === hostname && isAmong(path, namespaces);
  });
  if (isRead) return null;
  const settings = { namespaces: parts.slice(0, -1).join('/'), projects: path };
  return hostname === 'gitlab.com' ? settings : { ...settings, host: hostname };
}
