import type { EntityDetail } from '@cairn/contracts';
import type { Tone } from '@cairn/ui';
import type { LucideIcon } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import type { ChartSpec } from '../charts/chart-spec.ts';
import type { PropertyGroups } from '../properties/group-properties.ts';

/** Tabs whose bodies fit every kind. */
export type StandardTab = 'overview' | 'work' | 'history';

export interface EntityProps {
  readonly entity: EntityDetail;
}

export interface TabProps extends EntityProps {
  readonly page: KindPage;
  /** Switches to another tab of the same entity. */
  readonly openTab: (id: string) => void;
}

/** A tab that only this kind has. */
export interface KindTab {
  /** The `t` of the address. */
  readonly id: string;
  readonly label: string;
  /** A `lazy` component where the body is large: the frame shows a skeleton until it is there. */
  readonly Body: ComponentType<TabProps>;
}

export interface SectionProps extends TabProps {
  /** The properties of the entity by group. */
  readonly groups: PropertyGroups;
}

/** A part of the overview; it renders null for an entity that it has no data of. */
export type Section = ComponentType<SectionProps>;

/** A word beside the kind, such as "Merge". */
export interface HeaderChip {
  readonly label: string;
  readonly tone?: Tone;
}

export interface KindHeader {
  /** Left of the title. */
  readonly picture: (entity: EntityDetail) => ReactNode;
  readonly chips: (entity: EntityDetail) => readonly HeaderChip[];
  /** Short facts on the line under the title, after the author; empty ones are left out. */
  readonly facts: (entity: EntityDetail) => readonly ReactNode[];
  /** Buttons left of those that every page has. */
  readonly Actions: ComponentType<EntityProps>;
}

export interface KindOverview {
  /** Above both columns. */
  readonly Stepper: Section;
  /** In the main column between summary and charts, in this order. */
  readonly sections: readonly Section[];
  /** At most three (E§9). */
  readonly charts: readonly ChartSpec[];
  /** A panel that replaces the charts; null where they are drawn. */
  readonly insteadOfCharts: (
    entity: EntityDetail,
  ) => { readonly title: string; readonly reason: string } | null;
}

export interface KindRail {
  /** Properties that the rail leaves out because header or summary show them. */
  readonly leaveOut: (entity: EntityDetail) => readonly string[];
  /** Relations that the rail lists by name while they lead to three entities at most. */
  readonly relations: readonly string[];
}

/** A small panel under the details of the rail; it is left out where its content is empty. */
export interface KindCard {
  readonly title: string;
  readonly content: (entity: EntityDetail) => ReactNode;
}

export interface WorkList {
  readonly relation: string;
  /** The catalogue's label of the relation without it. */
  readonly label?: string;
}

export interface KindWork {
  /** The lists of the Work tab in this order; every relation to many without them. */
  readonly lists: readonly WorkList[] | null;
  /** Why there is nothing to list; null where the reason is unknown. */
  readonly whyEmpty: (entity: EntityDetail) => string | null;
}

/** An entry of the command palette while the page is open. */
export interface EntityCommand {
  readonly id: string;
  readonly label: string;
  readonly keys?: string;
  readonly run: () => void;
}

export interface KindExplore {
  /** The attribute that Explore finds the entity by. */
  readonly attribute: string;
  /** The relation whose entities Explore lists; the entity itself without it. */
  readonly relation: string | null;
}

/** Everything that one kind decides about its page and its drawer. */
export interface KindPage {
  /** The kind's name in the catalogue. */
  readonly kind: string;
  readonly icon: LucideIcon;
  /** Relations to one: the first that leads to something is what the entity is a part of. */
  readonly partOf: readonly string[];
  /** The relation to the person who made it. */
  readonly author: string | null;
  readonly header: KindHeader;
  /** The text of the entity itself, such as its description, above everything else of the main column. */
  readonly Summary: ComponentType<EntityProps>;
  /** The tabs in order; the frame adds Properties and System info. */
  readonly tabs: readonly (StandardTab | KindTab)[];
  readonly overview: KindOverview;
  readonly rail: KindRail;
  readonly cards: readonly KindCard[];
  readonly work: KindWork;
  readonly commands: (entity: EntityDetail, open: (uuid: string) => void) => readonly EntityCommand[];
  readonly explore: KindExplore;
}
