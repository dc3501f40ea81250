import type { RelationDiagram } from '@cairn/contracts';
import { useMemo, type ReactNode } from 'react';
import { BOX, draw, wayInWords } from './layout.ts';

/** Kinds and the ways between them: a drawing, and the same in words for whoever does not see it. */
export function Diagram({ diagram, label }: { diagram: RelationDiagram; label: string }): ReactNode {
  const { boxes, lines, width, height } = useMemo(() => draw(diagram), [diagram]);
  return (
    <div className="cn-explain__diagram" role="group" aria-label={label} tabIndex={0}>
      <svg width={width} height={height} aria-hidden>
        {lines.map(({ key, words, from, to }) => (
          <path
            key={key}
            className="cn-explain__way"
            d={`M${from.x},${from.y} C${from.x + 36},${from.y} ${to.x === from.x ? to.x + 36 : to.x - 36},${to.y} ${to.x},${to.y}`}
          >
            <title>{words}</title>
          </path>
        ))}
        {boxes.map((box) => (
          <g key={box.name} transform={`translate(${box.x},${box.y})`}>
            <rect className="cn-explain__kind" width={BOX.width} height={BOX.height} rx={6} />
            <text className="cn-explain__name" x={12} y={BOX.height / 2} dominantBaseline="central">
              {box.label}
            </text>
          </g>
        ))}
      </svg>
      <ul className="cn-explain__words">
        {diagram.relations.map((relation) => (
          <li key={`${relation.from} ${relation.name}`}>{wayInWords(diagram, relation)}</li>
        ))}
      </ul>
    </div>
  );
}
