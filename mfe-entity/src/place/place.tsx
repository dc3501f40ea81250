import { useHost } from '@cairn/host';
import { type ComponentProps, createContext, type MouseEvent, type ReactNode, useContext } from 'react';

/** Whether an entity is drawn as a page of its own or in the drawer. */
export type Place = 'page' | 'drawer';

const PlaceContext = createContext<Place>('page');
export const PlaceProvider = PlaceContext.Provider;

/** Where the entity is drawn. */
export function usePlace(): Place {
  return useContext(PlaceContext);
}

/** The address of an entity's page. */
export function entityAddress(orgId: string, uuid: string): string {
  return `/${encodeURIComponent(orgId)}/entity/${encodeURIComponent(uuid)}`;
}

const isPlain = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

/** Leads to another entity: in place on a page, within the drawer there; a real link for everything else. */
export function EntityLink({
  uuid,
  children,
  className = 'cn-link cn-link--quiet',
  label,
}: {
  uuid: string;
  children: ReactNode;
  className?: string;
  label?: string;
}): ReactNode {
  const host = useHost();
  const place = usePlace();
  const href = entityAddress(host.org.id, uuid);
  const onClick = (event: MouseEvent) => {
    if (!isPlain(event)) return;
    event.preventDefault();
    if (place === 'drawer') host.openEntity(uuid);
    else host.navigate(href);
  };
  return (
    <a href={href} className={className} onClick={onClick} {...(label ? { 'aria-label': label } : {})}>
      {children}
    </a>
  );
}

/** Leads elsewhere in the app, such as to Explore. */
export function AppLink({ to, ...rest }: ComponentProps<'a'> & { to: string }): ReactNode {
  const host = useHost();
  const onClick = (event: MouseEvent) => {
    if (!isPlain(event)) return;
    event.preventDefault();
    host.navigate(to);
  };
  return <a {...rest} href={to} onClick={onClick} />;
}
