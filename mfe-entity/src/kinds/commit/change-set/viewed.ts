import { useState } from 'react';

const keyOf = (commit: string) => `cairn.viewed.${commit}`;

function read(commit: string): ReadonlySet<string> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(commit)) ?? '[]');
    return new Set(Array.isArray(kept) ? kept.filter((path) => typeof path === 'string') : []);
  } catch {
    return new Set();
  }
}

/** Which files of a commit its reader has viewed, kept in this browser. */
export function useViewed(commit: string): {
  viewed: ReadonlySet<string>;
  setViewed: (path: string, is: boolean) => void;
} {
  const [viewed, setAll] = useState(() => read(commit));
  const setViewed = (path: string, is: boolean) => {
    const others = [...viewed].filter((each) => each !== path);
    const next = is ? [...others, path] : others;
    setAll(new Set(next));
    if (next.length === 0) localStorage.removeItem(keyOf(commit));
    else localStorage.setItem(keyOf(commit), JSON.stringify(next));
  };
  return { viewed, setViewed };
}
