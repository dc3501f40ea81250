import { useHost } from '@cairn/host';
import { linkAttributes } from '@cairn/ui';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { shortName } from '../entity/read-entity.ts';
import { useFrame } from './frame.tsx';

const MOST_OF_NAME = 200;

/** The address of an entity's page. */
export function entityAddress(orgId: string, uuid: string): string {
  return `/${encodeURIComponent(orgId)}/entity/${encodeURIComponent(uuid)}`;
}

/** Returns a function that opens another entity in the caller's frame. */
export function useOpenEntity(): (uuid: string) => void {
  const host = useHost();
  const frame = useFrame();
  return (uuid) =>
    frame === 'drawer' ? host.openEntity(uuid) : host.navigate(entityAddress(host.org.id, uuid));
}

const isPlain = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

/** A link to another entity; a plain click stays in the frame. */
export function EntityLink({
  uuid,
  children,
  className = linkAttributes({ quiet: true }).className,
  title,
}: {
  uuid: string;
  children: ReactNode;
  /** Replaces the default look of a link. */
  className?: string | undefined;
  /** Says more than the words of the link. */
  title?: string | undefined;
}): ReactNode {
  const { org } = useHost();
  const open = useOpenEntity();
  const onClick = (event: MouseEvent) => {
    if (!isPlain(event)) return;
    event.preventDefault();
    open(uuid);
  };
  return (
    <a href={entityAddress(org.id, uuid)} className={className} title={title} onClick={onClick}>
      {typeof children === 'string' ? shortName(children, MOST_OF_NAME) : children}
    </a>
  );
}

/** A link to another page of the app, such as Explore. */
export function AppLink({ to, ...rest }: ComponentProps<'a'> & { to: string }): ReactNode {
  const host = useHost();
  const onClick = (event: MouseEvent) => {
    if (!isPlain(event)) return;
    event.preventDefault();
    host.navigate(to);
  };
  return <a {...rest} href={to} onClick={onClick} />;
}
