import { useReducer } from 'react';

/** The notes that somebody closed in this browser. A note that changes is another note, so it is shown again. */
export function useClosedNotes(orgId: string) {
  const [, redraw] = useReducer((times: number) => times + 1, 0);
  const keyOf = (note: string) => `cairn.closed-note.${orgId}.${note}`;
  return {
    isClosed: (note: string) => localStorage.getItem(keyOf(note)) === 'yes',
    close: (note: string) => {
      localStorage.setItem(keyOf(note), 'yes');
      redraw();
    },
    open: (note: string) => {
      localStorage.removeItem(keyOf(note));
      redraw();
    },
  };
}
