import { plot, type PlotOptions } from '@observablehq/plot';
import { useLayoutEffect, useMemo, useRef, type ReactNode } from 'react';
import type { Size } from './chart-mark.ts';
import styles from './plot-picture.module.css';

/** Where a scale of a drawn picture puts a value, and how wide its bands are. */
export interface Placement {
  at(value: number): number;
  readonly band: number;
}

export interface PlotPictureProps {
  readonly options: PlotOptions;
  readonly size: Size;
  /** The layer over the picture, in its scales: marks to point at, focus and choose. */
  readonly children: (x: Placement, y: Placement) => ReactNode;
}

/** A picture by Observable Plot beneath our own layer, which has the same scales and no decoration. */
export function PlotPicture({ options, size, children }: PlotPictureProps): ReactNode {
  const host = useRef<HTMLDivElement>(null);
  const drawn = useMemo(() => draw(options, size), [options, size]);
  useLayoutEffect(() => host.current?.replaceChildren(drawn), [drawn]);
  return (
    <div className={styles.picture} style={{ width: size.width, height: size.height }}>
      <div ref={host} aria-hidden data-plot />
      <svg className={styles.over} width={size.width} height={size.height} role="presentation">
        {children(placementOf(drawn, 'x'), placementOf(drawn, 'y'))}
      </svg>
    </div>
  );
}

function draw(options: PlotOptions, { width, height }: Size) {
  const drawn = plot({ ...options, width, height, className: styles.plot ?? 'plot' });
  // The content policy refuses a style element; our own style sheet says the same.
  drawn.querySelector('style')?.remove();
  return drawn;
}

function placementOf(drawn: ReturnType<typeof plot>, name: 'x' | 'y'): Placement {
  const scale = drawn.scale(name);
  return { at: (value) => Number(scale?.apply(value) ?? 0), band: scale?.bandwidth ?? 0 };
}
