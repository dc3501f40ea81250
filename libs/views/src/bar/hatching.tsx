import type { ReactNode } from 'react';

/** The pattern over a partial period. */
export function Hatching({ id }: { id: string }): ReactNode {
  return (
    <defs>
      <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="3" height="6" fill="var(--cn-surface)" opacity="0.65" />
      </pattern>
    </defs>
  );
}
