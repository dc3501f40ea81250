import { SEARCH_TERM_LENGTH } from '@cairn/contracts';
import { SearchField } from '@cairn/ui/fields';
import { useEffect, useEffectEvent, useState, type KeyboardEvent, type ReactNode } from 'react';
import { moveInLists } from '../frame/move-in-lists.ts';

/** The pause in typing after which names are searched; Enter searches at once (ruling 18). */
const PAUSE_MS = 1_500;

/** The field for the names that are searched; the arrow down leads into the results. */
export function NameField({ text, onText }: { text: string; onText: (text: string) => void }): ReactNode {
  const [typed, setTyped] = useState(text);
  const [from, setFrom] = useState(text);
  if (from !== text) {
    setFrom(text);
    setTyped(text);
  }
  const report = useEffectEvent(onText);
  useEffect(() => {
    if (typed.trim() === text) return undefined;
    const timer = setTimeout(() => report(typed.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, text]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' || typed.trim() !== text) return;
    event.preventDefault();
    moveInLists(1);
  };
  return (
    <form
      role="search"
      aria-label="Search entities"
      onSubmit={(event) => {
        event.preventDefault();
        onText(typed.trim());
      }}
    >
      <SearchField
        size="md"
        label="Names, keys, numbers, paths"
        placeholder="Search by name, key, number or path..."
        maxLength={SEARCH_TERM_LENGTH}
        value={typed}
        onText={setTyped}
        onKeyDown={onKeyDown}
      />
    </form>
  );
}
