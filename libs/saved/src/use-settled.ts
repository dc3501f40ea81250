import { useEffect, useState } from 'react';

/** The pause in typing after which entities and saved things are searched (W§7, ruling 18). */
export const SUGGESTION_PAUSE_MS = 300;

/** A text once it stands still. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SUGGESTION_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
