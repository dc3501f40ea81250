import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { LaunchItem } from './launch-item.tsx';
import { NewSpace } from './new-space.tsx';
import { SpacePage } from './space-page.tsx';

const LAUNCH = /^([^/]+)\/launch$/;

/** A space, a new one, or one of its items to be opened (W§2.1). */
export function Page(): ReactNode {
  const { spaceUuid = 'new', '*': rest = '' } = useParams();
  const item = LAUNCH.exec(rest)?.[1];
  if (item !== undefined) return <LaunchItem spaceUuid={spaceUuid} uuid={item} />;
  return spaceUuid === 'new' ? <NewSpace /> : <SpacePage key={spaceUuid} uuid={spaceUuid} />;
}
