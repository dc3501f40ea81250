import type { ReactNode } from 'react';
import styles from './strata.module.css';

/** Layers of a wave, from back to front, which stand for years of work. */
function layers(count: number, width: number, height: number): string[] {
  return Array.from({ length: count }, (_, layer) => {
    const base = height * (0.2 + (0.8 * layer) / count);
    const points = Array.from({ length: 49 }, (_point, step) => {
      const x = (width * step) / 48;
      const swing = Math.sin(step / 5.3 + layer * 1.7) * 26 + Math.sin(step / 2.1 + layer * 0.9) * 9;
      return `${x.toFixed(1)},${(base + swing * (1 - layer / (count * 1.4))).toFixed(1)}`;
    });
    return `M0,${height} L${points.join(' L')} L${width},${height} Z`;
  });
}

const SHAPES = layers(9, 900, 900);

/** The picture beside the sign-in form; decoration only. */
export function Strata(): ReactNode {
  return (
    <svg
      className={styles['strata']}
      viewBox="0 0 900 900"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      {SHAPES.map((shape, index) => (
        <path key={index} d={shape} style={{ fillOpacity: 0.06 + index * 0.035 }} />
      ))}
    </svg>
  );
}
