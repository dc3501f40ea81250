import type { EntityDetail } from '@cairn/contracts';
import { Box } from 'lucide-react';
import type { ReactNode } from 'react';
import { textOf, titleOf } from '../entity/read-entity.ts';
import { Described } from '../text/described.tsx';
import { dated } from './facts.tsx';
import type { EntityProps, KindPage } from './kind-page.ts';

/** Fields of a page that are objects; a kind may override parts of each. */
type Grouped = 'header' | 'overview' | 'rail' | 'work' | 'explore';

/** The fields that a kind defines; the generic page supplies the others. */
export type KindPageInput = { readonly kind: string } & Partial<Omit<KindPage, 'kind' | Grouped>> & {
    readonly [Name in Grouped]?: Partial<KindPage[Name]>;
  };

function Nothing(): ReactNode {
  return null;
}

const asSaid = (text: string) =>
  text
    .trim()
    .replace(/[.!…]+$/, '')
    .toLowerCase();

/** The text of an entity, where it says more than the title. */
export function ownText(entity: EntityDetail): string | null {
  const body = textOf(entity, 'body') ?? textOf(entity, 'description');
  return body !== null && asSaid(body) !== asSaid(titleOf(entity)) ? body : null;
}

function BodySummary({ entity }: EntityProps): ReactNode {
  const body = ownText(entity);
  return body && <Described text={body} name={titleOf(entity)} />;
}

/** The page of a kind without a definition. */
export const GENERIC_PAGE: KindPage = {
  kind: '',
  icon: Box,
  partOf: [],
  author: null,
  zone: () => null,
  header: {
    look: () => null,
    picture: () => null,
    chips: () => [],
    facts: (entity) => [dated(entity, 'createdAt', 'created'), dated(entity, 'updatedAt', 'last changed')],
    Actions: Nothing,
  },
  Summary: BodySummary,
  tabs: ['overview', 'work', 'history'],
  overview: {
    Stepper: Nothing,
    sections: [],
    charts: [],
    expectsBoard: false,
    range: null,
    startsOnDefaultBranch: false,
    insteadOfCharts: () => null,
  },
  story: ['timeline', 'contributors'],
  rail: { leaveOut: () => [], relations: [], isShort: false },
  cards: [],
  work: { lists: null, whyEmpty: () => null, whatIsMissing: () => null },
  commands: () => [],
  explore: { attribute: 'uuid', relation: null },
};

/** Defines the page of a kind: its own fields over those of the generic page. */
export function defineKindPage(input: KindPageInput): KindPage {
  const { header, overview, rail, work, explore, ...rest } = input;
  return {
    ...GENERIC_PAGE,
    ...rest,
    header: { ...GENERIC_PAGE.header, ...header },
    overview: { ...GENERIC_PAGE.overview, ...overview },
    rail: { ...GENERIC_PAGE.rail, ...rail },
    work: { ...GENERIC_PAGE.work, ...work },
    explore: { ...GENERIC_PAGE.explore, ...explore },
  };
}
