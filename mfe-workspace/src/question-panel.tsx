import type { View } from '@cairn/contracts';
import { useHost, type SharedColors } from '@cairn/host';
import { exploreAddress, type Query } from '@cairn/query';
import { iconButtonAttributes, Panel } from '@cairn/ui';
import { ArrowUpRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

/** A panel with the picture of a question, which also opens in Explore. */
export function QuestionPanel({
  title,
  label = title,
  query,
  view,
  colors,
  className = '',
  chartClassName,
  children,
}: {
  title: string;
  /** What names the picture apart from others with the same title. */
  label?: string;
  query: Query;
  view: View;
  colors?: SharedColors;
  className?: string;
  chartClassName: string | undefined;
  children?: ReactNode;
}): ReactNode {
  const { org, renderPart } = useHost();
  return (
    <Panel
      className={className}
      title={title}
      actions={
        <Link
          {...iconButtonAttributes()}
          to={exploreAddress(org.id, { query, view, title: label })}
          aria-label={`Open “${label}” in Explore`}
          title="Open in Explore"
        >
          <ArrowUpRight size={16} aria-hidden />
        </Link>
      }
    >
      <div className={chartClassName}>
        {renderPart('explore/QuestionView', { query, view, label, ...(colors && { colors }) })}
      </div>
      {children}
    </Panel>
  );
}
