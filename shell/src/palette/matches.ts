import type { FoundEntity, LinkSummary } from '@cairn/contracts';
import type { Command } from '@cairn/host';
import type { SavedType } from '@cairn/saved';
import { formatNumber } from '@cairn/ui';
import { CornerDownLeft, Search, Sparkles, Telescope, Users, type LucideIcon } from 'lucide-react';
import type { Choice } from './choice.ts';
import { entityChoices, similarChoices } from './entity-choices.ts';
import type { FoundEntities } from './use-found-entities.ts';
import type { FoundSaved } from './use-found-saved.ts';

const MOST_COMMANDS = 8;
const MOST_TABS = 5;

/** True when a label contains every word of a text, in any order and case. */
export function matchesWords(label: string, text: string): boolean {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const lower = label.toLowerCase();
  return words.every((word) => lower.includes(word));
}

/** An open workspace tab. */
export interface PaletteTab {
  readonly id: string;
  readonly title: string;
  readonly icon: LucideIcon;
}

/** What Search or ask searches. */
export interface Searched {
  readonly commands: readonly Command[];
  readonly tabs: readonly PaletteTab[];
  /** The saved things that the text finds, or recent ones. */
  readonly saved: FoundSaved;
  /** What the user saved and what others use most, where they asked to see it. */
  readonly own: FoundSaved | null;
  readonly popular: FoundSaved | null;
  readonly types: readonly SavedType[];
  /** The entities of the graph that the text names. */
  readonly entities: FoundEntities;
}

/** What choices do. */
export interface PaletteActs {
  /** Asks in words; a question of the data alone, or anything. */
  readonly ask: (text: string, questionOnly: boolean) => void;
  readonly openLink: (link: LinkSummary) => void;
  readonly openEntity: (entity: FoundEntity) => void;
  readonly openSearch: (text: string) => void;
  readonly openTab: (id: string) => void;
  readonly showMore: () => void;
}

/** A text that ends in an @mention: what comes before it, and the words after the sign. */
export interface Mention {
  readonly before: string;
  readonly term: string;
}

/** The mention that a text ends in; null without one. A text that only is one searches entities to open. */
export function mentionIn(text: string): Mention | null {
  const [, before, term] = /^(.*\S\s+)@([^@]*)$/s.exec(text) ?? [];
  return before === undefined || term === undefined ? null : { before, term };
}

/** The entities of a mention; choosing one writes its name in the place of the mention. */
export function mentionChoices(
  { before }: Mention,
  entities: FoundEntities,
  write: (text: string) => void,
): Choice[] {
  return entityChoices(entities, () => undefined).map((choice) => ({
    ...choice,
    kind: 'mention',
    run: () => write(`${before}${choice.label} `),
  }));
}

function linkChoices(
  { data }: FoundSaved,
  types: readonly SavedType[],
  groupOf: (type: SavedType) => string,
  openLink: PaletteActs['openLink'],
): Choice[] {
  return types.flatMap((type) =>
    data
      .filter((link) => link.type === type.type)
      .map((link): Choice => ({
        id: `${groupOf(type)} ${link.id}`,
        group: groupOf(type),
        label: link.name,
        hint: link.description,
        kind: 'saved',
        icon: type.icon,
        link,
        run: () => openLink(link),
      })),
  );
}

function savedChoices({ saved, own, popular, types }: Searched, words: string, act: PaletteActs): Choice[] {
  const found = linkChoices(
    saved,
    types,
    ({ type, searchHeading }) =>
      words ? `${searchHeading} · ${formatNumber(saved.counts[type] ?? 0)}` : `Recent ${searchHeading}`,
    act.openLink,
  );
  if (!own || !popular) return found;
  return [
    ...found,
    ...linkChoices(own, types, ({ searchHeading }) => `Saved ${searchHeading}`, act.openLink),
    ...linkChoices(popular, types, ({ searchHeading }) => `Popular ${searchHeading}`, act.openLink),
  ];
}

const askChoices = (words: string, { ask }: PaletteActs): Choice[] => [
  {
    id: 'ask',
    group: 'Ask',
    label: `Generate a question with ${words}`,
    kind: 'ask',
    icon: Sparkles,
    run: () => ask(words, true),
  },
  {
    id: 'find',
    group: 'Ask',
    label: `Find anything with ${words}`,
    kind: 'ask',
    icon: Telescope,
    run: () => ask(words, false),
  },
];

/** The open tabs whose titles have the words. */
const tabChoices = (tabs: readonly PaletteTab[], words: string, { openTab }: PaletteActs): Choice[] =>
  tabs
    .filter(({ title }) => matchesWords(title, words))
    .slice(0, MOST_TABS)
    .map(({ id, title, icon }) => ({
      id,
      group: 'Open tabs',
      label: title,
      kind: 'tab',
      icon,
      run: () => openTab(id),
    }));

const PEOPLE_CALL_BY_NAME = new Set(['Person', 'Team', 'Repository', 'Project']);

/** Whether a text is an entity's key, or all of the name that people call it by. */
const isMeant = (words: string) => (entity: FoundEntity) =>
  entity.exact || (PEOPLE_CALL_BY_NAME.has(entity.kind) && entity.name.toLowerCase() === words.toLowerCase());

function wordedChoices(words: string, searched: Searched, commands: Choice[], act: PaletteActs): Choice[] {
  const entities = entityChoices(searched.entities, act.openEntity);
  const total = Object.values(searched.entities.counts).reduce((sum, count) => sum + count, 0);
  if (total > entities.length) {
    const label = `All ${formatNumber(total)} results for ${words}`;
    const run = () => act.openSearch(words);
    entities.push({ id: 'all', group: 'All results', label, kind: 'command', icon: Search, run });
  }
  const ask = askChoices(words, act);
  const named = searched.entities.data.some(isMeant(words));
  const isBegun = ({ label }: Choice) => label.toLowerCase().startsWith(words.toLowerCase());
  return [
    ...commands.filter(isBegun),
    ...(named ? [...entities, ...ask] : [...ask, ...entities]),
    ...similarChoices(searched.entities, act.openEntity),
    ...savedChoices(searched, words, act),
    ...tabChoices(searched.tabs, words, act),
    ...commands.filter((command) => !isBegun(command)),
  ];
}

const SHOW_MORE = 'Show saved and popular';

/**
 * The choices for a text (W§2.6): the question, at most three entities of each kind and saved things of each type, open
 * tabs, and commands. The question comes first, so that Enter submits it. Only commands that start with the same words
 * precede it, and entities whose key or name the text is.
 */
export function choicesFor(text: string, searched: Searched, act: PaletteActs): Choice[] {
  const words = text.trim();
  const commands = searched.commands
    .filter(({ label, group }) => matchesWords(`${label} ${group}`, words))
    .slice(0, MOST_COMMANDS)
    .map((command): Choice => ({ ...command, kind: 'command', icon: CornerDownLeft }));
  if (words) return wordedChoices(words, searched, commands, act);
  const more: Choice[] = searched.own
    ? []
    : [{ id: 'more', group: 'More', label: SHOW_MORE, kind: 'more', icon: Users, run: act.showMore }];
  return [...savedChoices(searched, words, act), ...more, ...commands];
}
