import type { EntityDetail } from '@cairn/contracts';
import type { Tone } from '@cairn/ui';
import type { LucideIcon } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import type { ChartSpec } from '../charts/chart-spec.ts';
import type { PropertyGroups } from '../properties/group-properties.ts';

/** Tabs that every kind may choose from; their bodies come with the frame. */
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
  /** Stands in the address as `t`. */
  readonly id: string;
  readonly label: string;
  /** A `lazy` component where the body is large: the frame shows a skeleton until it is there. */
  readonly Body: ComponentType<TabProps>;
}

export interface SectionProps extends TabProps {
  readonly properties: PropertyGroups;
}

/** A piece of the overview; it draws nothing for an entity that it has nothing to say about. */
export type Section = ComponentType<SectionProps>;

/** A word beside the kind, such as "Merge". */
export interface HeaderChip {
  readonly label: string;
  readonly tone?: Tone;
}

export interface KindHeader {
  /** Stands before the title. */
  readonly picture: (entity: EntityDetail) => ReactNode;
  readonly chips: (entity: EntityDetail) => readonly HeaderChip[];
  /** What tells at a glance which one it is, after its author; empty ones are left out. */
  readonly facts: (entity: EntityDetail) => readonly ReactNode[];
  /** Buttons before those that every page has. */
  readonly Actions: ComponentType<EntityProps>;
}

export interface KindOverview {
  /** Stands above both columns. */
  readonly Stepper: Section;
  /** Stand in the main column between summary and charts, in this order. */
  readonly sections: readonly Section[];
  /** At most three (E§9). */
  readonly charts: readonly ChartSpec[];
  /** Stands in the place of the charts. */
  readonly insteadOfCharts: (
    entity: EntityDetail,
  ) => { readonly title: string; readonly reason: string } | null;
}

export interface KindRail {
  /** Properties that header or summary show already. */
  readonly leaveOut: (entity: EntityDetail) => readonly string[];
  /** Relations that are listed by name while they are few. */
  readonly relations: readonly string[];
}

/** A small panel under the rail; it is left out where it has no content. */
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
  /** Why there is nothing to list; null where nothing particular is known. */
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

/** All that one kind decides about its page and its drawer. */
export interface KindPage {
  /** The kind's name in the catalogue. */
  readonly kind: string;
  readonly icon: LucideIcon;
  /** Relations to one: the first that leads to something is what the entity is a part of. */
  readonly partOf: readonly string[];
  /** The relation to the person who made it. */
  readonly author: string | null;
  readonly header: KindHeader;
  /** The words of the entity itself, such as its description. */
  readonly Summary: ComponentType<EntityProps>;
  /** The tabs in order; Properties and System info follow by themselves. */
  readonly tabs: readonly (StandardTab | KindTab)[];
  readonly overview: KindOverview;
  readonly rail: KindRail;
  readonly cards: readonly KindCard[];
  readonly work: KindWork;
  readonly commands: (entity: EntityDetail, open: (uuid: string) => void) => readonly EntityCommand[];
  readonly explore: KindExplore;
}
