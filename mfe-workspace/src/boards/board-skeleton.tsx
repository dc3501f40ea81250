import { ChartSkeleton, Skeleton } from '@cairn/ui';
import type { ReactNode } from 'react';

/** The shape of a board that is being read. */
export function BoardSkeleton(): ReactNode {
  return (
    <div className="ws-page">
      <div className="cn-page-header">
        <Skeleton width={220} height={24} />
      </div>
      <div className="ws-board__body ws-board__waiting">
        {[0, 1, 2, 3].map((card) => (
          <div key={card} className="ws-card" style={{ padding: 16 }}>
            <ChartSkeleton height={280} />
          </div>
        ))}
      </div>
    </div>
  );
}
