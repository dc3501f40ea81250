import { board } from './board.ts';
import { query } from './query.ts';
import { report } from './report.ts';
import type { SavedTypeDefinition, SavedTypeRules } from './saved-type.ts';
import { space } from './space.ts';
import { topic } from './topic.ts';

/** The types that front-ends list, open and create, in the order of menus and of Search or ask. */
export const SAVED_TYPES = {
  'explore-v1': query,
  'digest-v2': topic,
  'narrative-v1': report,
  'space-v1': space,
  'dashboard-v1': board,
} as const;

/** The types of deep links that no list of a front-end shows (W§3); `@cairn/contracts/link-types` has their rules. */
export const FURTHER_TYPES = [
  'example-v0',
  'digest-v1',
  'snippet-v1',
  'competency-v1',
  'competency-topic-v1',
  'user-state-v1',
] as const;

export type LinkType = keyof typeof SAVED_TYPES | (typeof FURTHER_TYPES)[number];

/** Every type of deep link. */
export const LINK_TYPE_NAMES: readonly LinkType[] = [
  ...new Set([...(Object.keys(SAVED_TYPES) as LinkType[]), ...FURTHER_TYPES]),
];

/** A table of the types that front-ends list; tests plant further ones in it. */
export type ListedTypeTable = Readonly<Partial<Record<LinkType, SavedTypeDefinition>>>;

/** A table of the rules of every type, which the service reads. */
export type SavedTypeTable = Readonly<Record<LinkType, SavedTypeRules>>;
