import { useHost } from '@cairn/host';
import type { ReactNode } from 'react';
import { useLocation, useParams } from 'react-router-dom';
import { EntityView } from './entity-view.tsx';
import { entityAddress } from './frame/entity-link.tsx';
import type { KindPage } from './kind-page/kind-page.ts';

/** The page of an entity; its tab is in the address (`t`). An address with a former uuid becomes the present one. */
export function EntityPage({ kindPages }: { kindPages?: readonly KindPage[] | undefined }): ReactNode {
  const host = useHost();
  const { uuid = '' } = useParams();
  const { pathname, search } = useLocation();
  const params = new URLSearchParams(search);
  const onTab = (tab: string) => {
    params.set('t', tab);
    host.navigate(`${pathname}?${params}`, { replace: true });
  };
  return (
    <EntityView
      uuid={uuid}
      frame="page"
      tab={params.get('t')}
      onTab={onTab}
      onTitle={(title) => host.setTitle(title)}
      onPresentUuid={(present) =>
        host.navigate(`${entityAddress(host.org.id, present)}${search}`, { replace: true })
      }
      kindPages={kindPages}
    />
  );
}
