import { useEffect, useState, type CSSProperties } from 'react';
import type { ViewConfig } from './view.ts';

interface Loaded {
  readonly name: string;
  readonly style: CSSProperties;
}

/** The properties that draw a view in the colours of its config. Colours other than the default are loaded first. */
export function useColorStyle({ theme }: ViewConfig): CSSProperties | undefined {
  const name = typeof theme === 'string' ? theme : null;
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  useEffect(() => {
    if (name === null) return undefined;
    let isWanted = true;
    const load = async () => {
      const { colorStyle } = await import('./colors/index.ts');
      if (isWanted) setLoaded({ name, style: colorStyle(name) });
    };
    // Without them the view stays in the colours that it has.
    void load().catch(() => undefined);
    return () => {
      isWanted = false;
    };
  }, [name]);
  return loaded && loaded.name === name ? loaded.style : undefined;
}
