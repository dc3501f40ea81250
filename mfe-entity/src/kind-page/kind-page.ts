import type { EntityDetail } from '@cairn/contracts';
import type { Tone } from '@cairn/ui';
import type { LucideIcon } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import type { WordList } from '@cairn/ui/viewers';
import type { ChartSpec } from '../charts/chart-spec.ts';
import type { PropertyGroups } from '../properties/group-properties.ts';

/** Tabs whose bodies suit every kind. */
export type StandardTab = 'overview' | 'work' | 'history';

/** A standard tab under a name of the kind's own. */
export interface NamedTab {
  readonly standard: StandardTab;
  readonly label: string;
}

export interface EntityProps {
  readonly entity: EntityDetail;
}

export interface TabProps extends EntityProps {
  readonly page: KindPage;
  /** Switches to another tab of the same entity. */
  readonly openTab: (id: string) => void;
}

/** A tab of one kind only. */
export interface KindTab {
  /** The `t` of the address. */
  readonly id: string;
  readonly label: string;
  /** A `lazy` component if the body is large; the frame shows a skeleton meanwhile. */
  readonly Body: ComponentType<TabProps>;
  /** Whether a source of the org can fill it; every org has it where it is left out. */
  readonly isFilled?: (entity: EntityDetail) => boolean;
  /** Offered to superusers and those who are super in the org (E§1, ruling 6). */
  readonly forSuperuser?: boolean;
}

export interface SectionProps extends TabProps {
  /** The properties of the entity by group. */
  readonly groups: PropertyGroups;
}

/** A section of the overview; it renders null for an entity without data for it. */
export type Section = ComponentType<SectionProps>;

/** A word beside the kind, such as "Merge". */
export interface HeaderChip {
  readonly label: string;
  readonly tone?: Tone;
  /** The vocabulary that gives the word its colour; the tone is then left out. */
  readonly of?: WordList;
  /** The category of a word that the vocabulary does not know. */
  readonly category?: string;
}

/** How an entity looks that is more than its kind says, such as an incident. */
export interface KindLook {
  readonly label: string;
  readonly icon: LucideIcon;
  /** A name of W§3's entity badges. */
  readonly color: string;
}

export interface KindHeader {
  /** Another name, icon and colour than those of the kind; null for these. */
  readonly look: (entity: EntityDetail) => KindLook | null;
  /** Left of the title. */
  readonly picture: (entity: EntityDetail) => ReactNode;
  readonly chips: (entity: EntityDetail) => readonly HeaderChip[];
  /** Short facts under the title, after the author; empty ones are left out. */
  readonly facts: (entity: EntityDetail) => readonly ReactNode[];
  /** Buttons left of the standard ones. */
  readonly Actions: ComponentType<EntityProps>;
}

/** A part of an entity's story on its overview. */
export type StoryPart = 'progress' | 'lineage' | 'statusTimes' | 'timeline' | 'contributors';

export interface KindOverview {
  /** Above both columns. */
  readonly Stepper: Section;
  /** Ordered sections of the main column, between summary and charts. */
  readonly sections: readonly Section[];
  /** At most three (E§9). */
  readonly charts: readonly ChartSpec[];
  /** Whether a saved board of the kind is expected, such as a dashboard of metrics; the page then says that it is missing. */
  readonly expectsBoard: boolean;
  /** The usual time range of the charts, null for all time; undefined where they have no other. */
  readonly range: string | null | undefined;
  /** Whether charts of commits begin with those of the default branch. */
  readonly startsOnDefaultBranch: boolean;
  /** A panel that replaces the charts; null to draw them. */
  readonly insteadOfCharts: (
    entity: EntityDetail,
  ) => { readonly title: string; readonly reason: string } | null;
}

export interface KindRail {
  /** Properties and relations that the rail omits because header or sections show them. */
  readonly leaveOut: (entity: EntityDetail) => readonly string[];
  /** Relations that the rail lists by name when they lead to at most three entities. */
  readonly relations: readonly string[];
  /** It says so little that only the first section stands beside it, and the rest beneath both. */
  readonly isShort: boolean;
}

/** A small panel under the details of the rail; it is omitted when its content is empty. */
export interface KindCard {
  readonly title: string;
  readonly content: (entity: EntityDetail) => ReactNode;
}

export interface WorkList {
  readonly relation: string;
  /** The default is the catalogue's label of the relation. */
  readonly label?: string;
}

export interface KindWork {
  /** The ordered lists of the Work tab; null for every relation to many. */
  readonly lists: readonly WorkList[] | null;
  /** Why there is nothing to list; null when the reason is unknown. */
  readonly whyEmpty: (entity: EntityDetail) => string | null;
  /** What its source left out of the lists; null when they are whole. */
  readonly whatIsMissing: (entity: EntityDetail) => string | null;
}

/** An entry of the command palette while the page is open. */
export interface EntityCommand {
  readonly id: string;
  readonly label: string;
  readonly keys?: string;
  readonly run: () => void;
}

export interface KindExplore {
  /** The attribute by which Explore finds the entity. */
  readonly attribute: string;
  /** The relation whose entities Explore lists; null for the entity itself. */
  readonly relation: string | null;
}

/** The definition of one kind's page and drawer. */
export interface KindPage {
  /** The kind's name in the catalogue. */
  readonly kind: string;
  readonly icon: LucideIcon;
  /** Relations to one; the first that leads to an entity gives what this one is part of. */
  readonly partOf: readonly string[];
  /** The relation to its author. */
  readonly author: string | null;
  /** The zone in which the thing is told, and whose it is; null for that of the reader. */
  readonly zone: (entity: EntityDetail) => { readonly zone: string; readonly whose: string } | null;
  readonly header: KindHeader;
  /** The entity's own text, such as its description, on top of the main column. */
  readonly Summary: ComponentType<EntityProps>;
  /** The tabs in order; the frame adds Properties and System info. */
  readonly tabs: readonly (StandardTab | NamedTab | KindTab)[];
  readonly overview: KindOverview;
  /** The parts of its story that the overview shows. */
  readonly story: readonly StoryPart[];
  readonly rail: KindRail;
  readonly cards: readonly KindCard[];
  readonly work: KindWork;
  readonly commands: (entity: EntityDetail, open: (uuid: string) => void) => readonly EntityCommand[];
  readonly explore: KindExplore;
}
