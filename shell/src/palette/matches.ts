import type { FoundEntity, LinkSummary } from '@cairn/contracts';
import type { Command } from '@cairn/host';
import type { SavedType } from '@cairn/saved';
import { formatNumber } from '@cairn/ui';
import {
  Box,
  CornerDownLeft,
  FileCode,
  GitCommitHorizontal,
  Siren,
  Sparkles,
  UserRound,
  UsersRound,
  type LucideIcon,
} from 'lucide-react';
import type { FoundEntities } from './use-found-entities.ts';
import type { FoundSaved } from './use-found-saved.ts';

/** One line of the palette. */
export interface Choice {
  readonly id: string;
  readonly group: string;
  readonly label: string;
  readonly hint?: string;
  readonly keys?: string;
  readonly kind: 'ask' | 'command' | 'saved' | 'entity' | 'mention';
  readonly icon: LucideIcon;
  readonly run: () => void;
}

const MOST_COMMANDS = 8;

/** True when a label contains every word of a text, in any order and case. */
export function matchesWords(label: string, text: string): boolean {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const lower = label.toLowerCase();
  return words.every((word) => lower.includes(word));
}

/** What Search or ask searches. */
export interface Searched {
  readonly commands: readonly Command[];
  /** The saved things that the text finds, or recent ones. */
  readonly saved: FoundSaved;
  readonly types: readonly SavedType[];
  /** The entities of the graph that the text names. */
  readonly entities: FoundEntities;
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

const ICONS: Readonly<Record<string, LucideIcon>> = {
  Person: UserRound,
  Team: UsersRound,
  Commit: GitCommitHorizontal,
  SourceFile: FileCode,
  incident: Siren,
};

/** The name of a kind as words: `PullRequest` is "pull request". */
const kindWords = (kind: string) => kind.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();

function entityChoices(entities: FoundEntities, open: (uuid: string) => void): Choice[] {
  return entities.data.map(({ uuid, kind, badge = kind, name, hint }: FoundEntity): Choice => ({
    id: uuid,
    group: `Entities · ${formatNumber(entities.total)}`,
    label: name,
    hint: [kindWords(badge), hint].filter(Boolean).join(' · '),
    kind: 'entity',
    icon: ICONS[badge] ?? Box,
    run: () => open(uuid),
  }));
}

function linkChoices(
  { saved, types }: Searched,
  text: string,
  openLink: (link: LinkSummary) => void,
): Choice[] {
  return types.flatMap(({ type, searchHeading, icon }) => {
    const count = formatNumber(saved.counts[type] ?? 0);
    const group = text ? `${searchHeading} · ${count}` : `Recent ${searchHeading}`;
    const found = saved.data.filter((link) => link.type === type);
    return found.map((link): Choice => ({
      id: link.id,
      group,
      label: link.name,
      hint: link.description,
      kind: 'saved',
      icon,
      run: () => openLink(link),
    }));
  });
}

/**
 * The choices for a text (W§2.6): the question, entities, at most three saved things of each type, and commands.
 * The question comes first, so that Enter submits it. Only commands that start with the same words precede it,
 * and entities whose key or address it is.
 */
export function choicesFor(
  text: string,
  searched: Searched,
  act: {
    ask: (text: string) => void;
    openLink: (link: LinkSummary) => void;
    openEntity: (uuid: string) => void;
  },
): Choice[] {
  const words = text.trim();
  const ask: Choice = {
    id: 'ask',
    group: 'Ask',
    label: `Generate a question with ${words}`,
    kind: 'ask',
    icon: Sparkles,
    run: () => act.ask(words),
  };
  const commands = searched.commands
    .filter(({ label, group }) => matchesWords(`${label} ${group}`, words))
    .slice(0, MOST_COMMANDS)
    .map((command): Choice => ({ ...command, kind: 'command', icon: CornerDownLeft }));
  const links = linkChoices(searched, words, act.openLink);
  if (!words) return [...links, ...commands];
  const meant = ({ label }: Choice) => label.toLowerCase().startsWith(words.toLowerCase());
  const entities = entityChoices(searched.entities, act.openEntity);
  const exact = searched.entities.data.some((entity) => entity.exact);
  const asked = exact ? [...entities, ask] : [ask, ...entities];
  return [...commands.filter(meant), ...asked, ...links, ...commands.filter((command) => !meant(command))];
}
