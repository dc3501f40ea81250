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

/** The address of a followed thing, below its org. */
export function followedPath(
  kind: FollowedLinkKind,
  orgId: OrgId,
  { id, name, brief }: { readonly id: string; readonly name: string; readonly brief: string | null },
): string {
  const link = { id, name, brief: LinkBrief.parse(JSON.parse(brief ?? '{}')) };
  return SAVED_TYPES[FOLLOWED_LINKS[kind]].address(orgId, link).slice(`/${orgId}/`.length);
}
