import {
  FOLLOWED_LINKS,
  FollowedLinkKind,
  LinkBrief,
  SAVED_TYPES,
  type LinkType,
  type OrgId,
} from '@cairn/contracts';

/** The kind under which people follow things of a type; undefined where nobody can. */
export const followedKindOf = (type: LinkType): FollowedLinkKind | undefined =>
  FollowedLinkKind.options.find((kind) => FOLLOWED_LINKS[kind] === type);

/** What the address of a stored thing is made of. */
interface StoredAddress {
  readonly id: string;
  readonly name: string;
  readonly brief: string | null;
}

/** The address of a thing of a type that pages open, below its org. */
export function linkPath(type: keyof typeof SAVED_TYPES, orgId: OrgId, stored: StoredAddress): string {
  const { id, name, brief } = stored;
  const link = { id, name, brief: LinkBrief.parse(JSON.parse(brief ?? '{}')) };
  return SAVED_TYPES[type].address(orgId, link).slice(`/${orgId}/`.length);
}

/** The address of a followed thing, below its org. */
export const followedPath = (kind: FollowedLinkKind, orgId: OrgId, stored: StoredAddress): string =>
  linkPath(FOLLOWED_LINKS[kind], orgId, stored);
