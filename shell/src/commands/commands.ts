import type { Command } from '@cairn/host';
import { create } from 'zustand';

const useSets = create<{ sets: readonly (readonly Command[])[] }>(() => ({ sets: [] }));

/** Adds commands until the returned function is called. */
export function addCommands(commands: readonly Command[]): () => void {
  useSets.setState(({ sets }) => ({ sets: [...sets, commands] }));
  return () => useSets.setState(({ sets }) => ({ sets: sets.filter((set) => set !== commands) }));
}

const unique = (sets: readonly (readonly Command[])[]) => [
  ...new Map(sets.flat().map((command) => [command.id, command])).values(),
];

/** All present commands; of several with one id, the last added. */
export function listCommands(): Command[] {
  return unique(useSets.getState().sets);
}

/** All present commands, kept up to date. */
export function useCommands(): Command[] {
  return unique(useSets((state) => state.sets));
}
