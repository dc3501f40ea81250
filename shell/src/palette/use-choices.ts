import type { Host } from '@cairn/host';
import { addressAt, pageAt, useHost, usePages } from '@cairn/host';
import { addressOf, useSavedTypes, useSettled } from '@cairn/saved';
import { useMutation } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import { useCommands } from '../commands/commands.ts';
import { kindIcon } from '../entity-kinds/entity-kinds.ts';
import type { Navigation } from '../navigation/navigation.ts';
import type { Choice } from './choice.ts';
import { choicesFor, mentionChoices, mentionIn, type PaletteTab, type PaletteActs } from './matches.ts';
import { NO_ENTITIES, useFoundEntities } from './use-found-entities.ts';
import { useFoundSaved, useFuller } from './use-found-saved.ts';

export type TabNavigation = Pick<Navigation, 'store' | 'activate'>;

function useOpenTabs(navigation: TabNavigation): PaletteTab[] {
  const pages = usePages();
  return useStore(navigation.store).tabs.map(({ id, title, kind, location }) => ({
    id,
    title: title || 'Untitled',
    icon: kind ? kindIcon(kind) : (pageAt(location.pathname, pages)?.icon ?? FileText),
  }));
}

/** Asks in words in a tab of its own, and then closes the palette. */
function useAsk(onClose: () => void) {
  const host = useHost();
  return useMutation({
    mutationFn: ({ text, questionOnly }: { text: string; questionOnly: boolean }) =>
      host.ask(text, { questionOnly, inTab: true }),
    onSuccess: (opened) => {
      if (opened) onClose();
    },
  });
}

/** What the palette says beneath its field (W§2.6). */
function statusOf(state: {
  typing: boolean;
  searching: boolean;
  nothing: boolean;
}): '' | 'typing...' | 'searching...' | 'no matches' {
  if (state.typing) return 'typing...';
  if (state.searching) return 'searching...';
  return state.nothing ? 'no matches' : '';
}

function actsOf(
  host: Host,
  types: ReturnType<typeof useSavedTypes>,
): Omit<PaletteActs, 'ask' | 'openTab' | 'showMore'> {
  const { id } = host.org;
  return {
    openLink: (link) => host.openTab({ url: addressOf(id, link, types), title: link.name }),
    openEntity: ({ uuid, name, kind, badge }) =>
      host.openTab({ url: addressAt(id, 'entity', uuid), title: name, kind: badge ?? kind }),
    openSearch: (words) =>
      host.openTab({ url: addressAt(id, 'search', { text: words }), title: `Search: ${words}` }),
  };
}

const FINDS: ReadonlySet<Choice['kind']> = new Set(['entity', 'saved', 'tab', 'command', 'mention']);

/** What is typed and the choices for it, with what the palette says of its search. */
export function useChoices({ navigation, onClose }: { navigation: TabNavigation; onClose: () => void }) {
  const host = useHost();
  const types = useSavedTypes();
  const [text, setText] = useState('');
  const [fuller, setFuller] = useState(false);
  const ask = useAsk(onClose);
  const write = (next: string) => {
    setText(next);
    ask.reset();
  };
  const mention = mentionIn(text);
  const typed = text.trim();
  const term = useSettled(typed);
  const named = mention?.term.trim() ?? typed;
  const entities = useFoundEntities(named, useSettled(named));
  const saved = useFoundSaved(typed, term);
  const [own, popular] = [useFuller('me', term, fuller), useFuller('others', term, fuller)];
  const tabs = useOpenTabs(navigation);
  const commands = useCommands();
  const found = choicesFor(
    text,
    { commands, tabs, saved, own, popular, types, entities: mention ? NO_ENTITIES : entities },
    {
      ...actsOf(host, types),
      ask: (words, questionOnly) => ask.mutate({ text: words, questionOnly }),
      openTab: (id) => navigation.activate(id),
      showMore: () => setFuller(true),
    },
  );
  const choices = mention ? [...mentionChoices(mention, entities, write), ...found] : found;
  const status = statusOf({
    typing: typed !== term,
    searching: ask.isPending || entities.isSearching || saved.isSearching,
    nothing: ask.data === false || (typed !== '' && !choices.some(({ kind }) => FINDS.has(kind))),
  });
  return { text, write, choices, status, refusal: ask.error };
}
