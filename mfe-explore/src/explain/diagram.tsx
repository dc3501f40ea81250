import type { RelationDiagram } from '@cairn/contracts';
import { useMemo, type ReactNode } from 'react';
import { BOX, layoutOf, relationInWords } from './layout.ts';
import styles from './diagram.module.css';

/** Kinds and their relations as a diagram, and as text for screen readers. */
export function Diagram({ diagram, label }: { diagram: RelationDiagram; label: string }): ReactNode {
  const { boxes, lines, width, height } = useMemo(() => layoutOf(diagram), [diagram]);
  return (
    <div className={styles.diagram} role="group" aria-label={label} tabIndex={0}>
      <svg width={width} height={height} aria-hidden>
        {lines.map(({ key, words, from, to }) => (
          <path
            key={key}
            className={styles.relation}
            d={`M${from.x},${from.y} C${from.x + 36},${from.y} ${to.x === from.x ? to.x + 36 : to.x - 36},${to.y} ${to.x},${to.y}`}
          >
            <title>{words}</title>
          </path>
        ))}
        {boxes.map((box) => (
          <g key={box.name} transform={`translate(${box.x},${box.y})`}>
            <rect className={styles.kind} width={BOX.width} height={BOX.height} rx={6} />
            <text className={styles.name} x={12} y={BOX.height / 2} dominantBaseline="central">
              {box.label}
            </text>
          </g>
        ))}
      </svg>
      <ul className={styles.words}>
        {diagram.relations.map((relation) => (
          <li key={`${relation.from} ${relation.name}`}>{relationInWords(diagram, relation)}</li>
        ))}
      </ul>
    </div>
  );
}
