import { SEARCH_TERM_LENGTH } from '@cairn/contracts';
import { TextField } from '@cairn/ui';
import { Search } from 'lucide-react';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';

/** The pause in typing after which names are searched; Enter searches at once (ruling 18). */
const PAUSE_MS = 1_500;

/** The field for the names that are searched. */
export function SearchField({ text, onText }: { text: string; onText: (text: string) => void }): ReactNode {
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
  return (
    <form
      role="search"
      aria-label="Search entities"
      onSubmit={(event) => {
        event.preventDefault();
        onText(typed.trim());
      }}
    >
      <TextField
        type="search"
        size="md"
        aria-label="Names, keys, numbers, paths"
        placeholder="Search by name, key, number or path..."
        maxLength={SEARCH_TERM_LENGTH}
        leftSection={<Search size={16} aria-hidden />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </form>
  );
}
