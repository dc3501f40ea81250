import type { Command } from '@cairn/host';
import { create } from 'zustand';

const useSets = create<{ sets: readonly (readonly Command[])[] }>(() => ({ sets: [] }));

/** Adds commands for as long as the answer is not called. */
export function addCommands(commands: readonly Command[]): () => void {
  useSets.setState(({ sets }) => ({ sets: [...sets, commands] }));
  return () => useSets.setState(({ sets }) => ({ sets: sets.filter((set) => set !== commands) }));
}

const unique = (sets: readonly (readonly Command[])[]) => [
  ...new Map(sets.flat().map((command) => [command.id, command])).values(),
];

/** All commands there are now; of two with one id, the one added last. */
export function listCommands(): Command[] {
  return unique(useSets.getState().sets);
}

/** The same, kept up to date. */
export function useCommands(): Command[] {
  return unique(useSets((state) => state.sets));
}
