import type { LinkCounts, LinkType, OrgId, UserId } from '@cairn/contracts';
import type { LinkChange } from './change-history.ts';
import type { DeletedLinkStore } from './deleted-links.ts';
import type { LinkPage } from './link-list.ts';
import type { MissingKinds } from './visible-links.ts';
import type { LinkSearch } from './link-search.ts';
import type { Regrouping } from './regroup.ts';
import type { Content, LinkReader, ListedLink, PictureReader, SavedLink } from './stored-link.ts';

/** A page of summaries. */
export interface ListedPage {
  readonly links: readonly ListedLink[];
  readonly total: number;
  readonly counts: LinkCounts | null;
}

/** The best finds of a search, and how many there are of each type. */
export interface FoundLinks {
  readonly links: readonly ListedLink[];
  readonly counts: Readonly<Partial<Record<LinkType, number>>>;
}

/** The amounts that one user and all users keep in an org. */
export interface LinkUsage {
  readonly own: KeptAmount;
  readonly org: KeptAmount;
}

/** A number of things and of their characters. */
export interface KeptAmount {
  readonly things: number;
  readonly characters: number;
}

/** A thing of an org, and the member who gives it to another. */
interface GivenLink {
  readonly orgId: OrgId;
  readonly userId: UserId;
  readonly id: string;
}

/** The change of who owns a saved thing. */
export interface LinkOwnerStore {
  /** Gives a shared thing to another member, with its act in the audit log. The version stays, as no content changes. */
  setOwner(given: GivenLink, owner: UserId): Promise<void>;
}

export interface LinkStore extends DeletedLinkStore, LinkOwnerStore {
  /** A page of the saved things that a user may see, of the org and global, without states. */
  list(reader: LinkReader, page: LinkPage, missing?: MissingKinds): Promise<ListedPage>;
  /** The saved things that a user may see and that hold the words of a text. */
  search(reader: LinkReader, search: LinkSearch): Promise<FoundLinks>;
  /** An org of a user that holds a thing; null where there is none. */
  orgOf(userId: UserId, id: string): Promise<OrgId | null>;
  /** The pictures of those of these things that a user may see, by id. */
  thumbnails(reader: PictureReader, ids: readonly string[]): Promise<Record<string, string>>;
  /** Keeps a picture without making a new version. */
  setThumbnail(id: string, image: string | null): Promise<void>;
  /** Renames a tag on everything that a user may see and `may` change; returns how many things changed. */
  regroup(reader: LinkReader, tags: Regrouping, may: (link: ListedLink) => boolean): Promise<number>;
  /** How much a user and the org keep. */
  usage(orgId: OrgId, userId: UserId): Promise<LinkUsage>;
  find(orgId: OrgId, userId: UserId, id: string): Promise<SavedLink | null>;
  /** Returns the new id. */
  create(orgId: OrgId, userId: UserId, type: LinkType, content: Content): Promise<string>;
  /** Overwrites only `version`; false when another write came first. A global thing that becomes owned is the user's. */
  update(orgId: OrgId, userId: UserId, id: string, version: number, content: Content): Promise<boolean>;
  /** The changes of a thing after a version, newest first. */
  changesSince(id: string, version: number): Promise<LinkChange[]>;
  /** Deletes a thing, so that this user can restore it for a while. */
  remove(orgId: OrgId, userId: UserId, id: string): Promise<void>;
  setBookmark(orgId: OrgId, userId: UserId, id: string, on: boolean): Promise<void>;
  /** Counts one opening and returns the total. */
  hit(orgId: OrgId, userId: UserId, id: string): Promise<number>;
}
