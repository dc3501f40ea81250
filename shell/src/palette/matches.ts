import type { LinkSummary } from '@cairn/contracts';
import type { Command } from '@cairn/host';
import type { SavedType } from '@cairn/saved';
import { CornerDownLeft, Sparkles, type LucideIcon } from 'lucide-react';

/** One line of the palette. */
export interface Choice {
  readonly id: string;
  readonly group: string;
  readonly label: string;
  readonly hint?: string;
  readonly keys?: string;
  readonly kind: 'ask' | 'command' | 'saved';
  readonly icon: LucideIcon;
  readonly run: () => void;
}

const PER_GROUP = 3;
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
  readonly links: readonly LinkSummary[];
  readonly types: readonly SavedType[];
}

function linkChoices(
  { links, types }: Searched,
  text: string,
  openLink: (link: LinkSummary) => void,
): Choice[] {
  return types.flatMap(({ type, searchHeading, icon }) => {
    const found = links.filter(
      (link) => link.type === type && matchesWords(`${link.name} ${link.group}`, text),
    );
    const group = text ? `${searchHeading} · ${found.length}` : `Recent ${searchHeading}`;
    return found.slice(0, PER_GROUP).map((link): Choice => ({
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
 * The choices for a text (W§2.6): the question, at most three saved things of each type, and commands. The
 * question comes first, so that Enter submits it; only commands that start with the same words precede it.
 */
export function choicesFor(
  text: string,
  searched: Searched,
  act: { ask: (text: string) => void; openLink: (link: LinkSummary) => void },
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
  return [...commands.filter(meant), ask, ...links, ...commands.filter((command) => !meant(command))];
}
