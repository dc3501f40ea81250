import { type ReactNode, useState } from 'react';
import { EntityView } from '../src/entity-view.tsx';
import type { EntityFrame } from '../src/frame/frame.tsx';
import type { KindPage } from '../src/kind-page/kind-page.ts';

/** An entity as page or drawer, with the tab that is chosen. */
export function FramedEntity({
  uuid,
  frame = 'page',
  start = null,
  pages,
}: {
  uuid: string;
  frame?: EntityFrame;
  /** The tab that it begins with. */
  start?: string | null;
  pages?: readonly KindPage[];
}): ReactNode {
  const [tab, setTab] = useState(start);
  return (
    <EntityView
      uuid={uuid}
      frame={frame}
      tab={tab}
      onTab={setTab}
      onTitle={() => undefined}
      kindPages={pages}
    />
  );
}
