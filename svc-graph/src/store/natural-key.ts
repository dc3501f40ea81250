import type { Integration } from '@cairn/entities';

/** The names of one thing that stay the same in every source that knows it. */
interface KeyParts {
  readonly Repository: { readonly repository: string };
  readonly Commit: { readonly sha: string };
  readonly Branch: { readonly repository: string; readonly name: string };
  readonly Release: { readonly repository: string; readonly tag: string };
  readonly SourceFile: { readonly repository: string; readonly path: string };
  /** Anything else, by the id that its source never changes; `host` tells two installations of a tool apart. */
  readonly other: { readonly integration: Integration; readonly host?: string; readonly id: string };
}

type Keys = { readonly [Kind in keyof KeyParts]: (parts: KeyParts[Kind]) => string };

/**
 * The natural key of a thing, by its kind. Equal keys of an org mean the same thing, so its uuid is made of the key.
 */
export const naturalKey: Keys = {
  Repository: ({ repository }) => `repository\n${repository}`,
  Commit: ({ sha }) => `commit\n${sha}`,
  Branch: ({ repository, name }) => `branch\n${repository}\n${name}`,
  Release: ({ repository, tag }) => `release\n${repository}\n${tag}`,
  SourceFile: ({ repository, path }) => `file\n${repository}\n${path}`,
  other: ({ integration, host, id }) =>
    host === undefined ? `${integration}\n${id}` : `${integration}\n${host}\n${id}`,
};

/** Hosts on which one server answers under several names. */
const HOSTS: Readonly<Record<string, string>> = {
  'ssh.github.com': 'github.com',
  'www.github.com': 'github.com',
  'altssh.gitlab.com': 'gitlab.com',
  'www.gitlab.com': 'gitlab.com',
  'altssh.bitbucket.org': 'bitbucket.org',
};
/** Forges that do not distinguish the case of paths. */
const WITHOUT_CASE = new Set(['github.com', 'gitlab.com', 'bitbucket.org']);

const URL_FORM = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/@]*@)?(\[[^\]]*\]|[^/:]*)(?::\d*)?(?:\/+(.*))?$/i;
/** `user@host:path`; a single letter before the colon is a drive. */
const SCP_FORM = /^(?:[^/@\s]+@)?(\[[^\]]+\]|[^/:@\s]{2,}):\/*(.*)$/;

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The path without what differs between addresses of one repository. */
const plainPath = (path: string) =>
  path
    .replace(/[?#].*$/, '')
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .join('/')
    .replace(/(?:\.git)+$/, '')
    .replace(/\/+$/, '');

/**
 * The address of a remote without protocol, user, port, letter case of the host and `.git`; undefined where a text
 * is no address. Forges use several ports for one repository, so a port never tells two apart.
 */
export function remoteAddress(remote: string): string | undefined {
  const text = remote.trim();
  const file = /^(?:file:\/\/(?:localhost)?)?(\/.*)$/i.exec(text)?.[1];
  if (file !== undefined) return `file:/${plainPath(decoded(file))}`;
  const [, named = '', rest = ''] = URL_FORM.exec(text) ?? SCP_FORM.exec(text) ?? [];
  const host = named.toLowerCase().replace(/\.$/, '');
  const path = plainPath(decoded(rest));
  if (host === '' || path === '') return undefined;
  const known = HOSTS[host] ?? host;
  return `${known}/${WITHOUT_CASE.has(known) ? path.toLowerCase() : path}`;
}

/** Where a repository comes from and where it is. */
export interface RepositoryOrigin {
  /** The address of its remote, as git keeps it. */
  readonly remote: string | undefined;
  /** Its first commit; null when it has none. */
  readonly root: string | null;
  readonly folder: string;
}

/** What tells a repository from any other: the address of its remote, else its first commit and its folder. */
export function repositoryName({ remote, root, folder }: RepositoryOrigin): string {
  return (remote && remoteAddress(remote)) ?? `${root ?? 'empty'} ${folder}`;
}
