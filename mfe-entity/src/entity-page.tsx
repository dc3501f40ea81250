import { useHost } from '@cairn/host';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { useLocation, useParams } from 'react-router-dom';
import { EntityView } from './entity-view.tsx';
import { AddressProvider, type PageAddress } from './frame/addressed.ts';
import { entityAddress } from './frame/entity-link.tsx';
import type { KindPage } from './kind-page/kind-page.ts';

const Details = z.object({ title: z.string().trim().min(1).max(300) });

/** The document title that an address brings in `d`; null for one that names none. */
function titleIn(details: string | null): string | null {
  try {
    return Details.parse(JSON.parse(details ?? '')).title;
  } catch {
    return null;
  }
}

/**
 * The page of an entity; its tab (`t`) and maybe its title (`d`) are in the address. A tab is a step of the history.
 * An address with a former uuid becomes the present one.
 */
export function EntityPage({ kindPages }: { kindPages?: readonly KindPage[] | undefined }): ReactNode {
  const host = useHost();
  const { uuid = '' } = useParams();
  const { pathname, search } = useLocation();
  const params = new URLSearchParams(search);
  const named = titleIn(params.get('d'));
  const write: PageAddress['write'] = (values, isStep) => {
    for (const [name, value] of Object.entries(values)) {
      if (value === null) params.delete(name);
      else params.set(name, value);
    }
    const to = params.size > 0 ? `${pathname}?${params}` : pathname;
    if (isStep) host.navigate(to);
    else host.navigate(to, { replace: true });
  };
  return (
    <AddressProvider value={{ read: (name) => params.get(name), write }}>
      <EntityView
        uuid={uuid}
        frame="page"
        tab={params.get('t')}
        onTab={(tab) => write({ t: tab }, true)}
        onTitle={(title, kind) => host.setTitle(named ?? title, kind)}
        onPresentUuid={(present) =>
          host.navigate(`${entityAddress(host.org.id, present)}${search}`, { replace: true })
        }
        kindPages={kindPages}
      />
    </AddressProvider>
  );
}
