import type { Command } from '@cairn/host';
import type { DeepLink } from '@cairn/contracts';

/** One line of the palette. */
export interface Choice {
  readonly id: string;
  readonly group: string;
  readonly label: string;
  readonly hint?: string;
  readonly keys?: string;
  readonly kind: 'ask' | 'command' | 'board' | 'query';
  readonly run: () => void;
}

const PER_GROUP = 3;
const MOST_COMMANDS = 8;

/** Whether every word of a text is in a label, in any order and case. */
export function matchesWords(label: string, text: string): boolean {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const lower = label.toLowerCase();
  return words.every((word) => lower.includes(word));
}

function linkChoices(links: readonly DeepLink[], text: string, openLink: (link: DeepLink) => void): Choice[] {
  return (['explore-v1', 'dashboard-v1'] as const).flatMap((type) => {
    const found = links.filter(
      (link) => link.type === type && matchesWords(`${link.name} ${link.group}`, text),
    );
    const isBoard = type === 'dashboard-v1';
    const name = isBoard ? 'Boards' : 'Questions';
    const group = text ? `${name} · ${found.length}` : `Recent ${name}`;
    return found.slice(0, PER_GROUP).map((link) => ({
      id: link.id,
      group,
      label: link.name,
      hint: link.description,
      kind: isBoard ? ('board' as const) : ('query' as const),
      run: () => openLink(link),
    }));
  });
}

/**
 * What the palette offers for a text (W§2.6): the question itself, so that Enter submits it, saved things (at most 3
 * of a kind) and commands. Before the question stand only commands that begin with the very words.
 */
export function choicesFor(
  text: string,
  sources: { commands: readonly Command[]; links: readonly DeepLink[] },
  act: { ask: (text: string) => void; openLink: (link: DeepLink) => void },
): Choice[] {
  const words = text.trim();
  const ask: Choice = {
    id: 'ask',
    group: 'Ask',
    label: `Generate a question with ${words}`,
    kind: 'ask',
    run: () => act.ask(words),
  };
  const commands = sources.commands
    .filter(({ label, group }) => matchesWords(`${label} ${group}`, words))
    .slice(0, MOST_COMMANDS)
    .map((command): Choice => ({ ...command, kind: 'command' }));
  const links = linkChoices(sources.links, words, act.openLink);
  if (!words) return [...links, ...commands];
  const meant = ({ label }: Choice) => label.toLowerCase().startsWith(words.toLowerCase());
  return [...commands.filter(meant), ask, ...links, ...commands.filter((command) => !meant(command))];
}
