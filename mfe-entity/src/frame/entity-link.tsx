import { addressAt, useHost } from '@cairn/host';
import { lazyComponent, linkAttributes } from '@cairn/ui';
import { useHover } from '@cairn/ui/viewers';
import { type ComponentProps, type MouseEvent, type ReactNode, Suspense, useId } from 'react';
import { shortName } from '../entity/read-entity.ts';
import { useFrame } from './frame.tsx';
import { ENTITY_LINK } from './move-in-lists.ts';

const EntityCard = lazyComponent(async () => (await import('../kind-page/entity-card.tsx')).EntityCard);

const MOST_OF_NAME = 200;

/** The address of an entity's page. */
export function entityAddress(orgId: string, uuid: string): string {
  return addressAt(orgId, 'entity', uuid);
}

/** Returns a function that opens another entity in the caller's frame. */
export function useOpenEntity(): (uuid: string) => void {
  const host = useHost();
  const frame = useFrame();
  return (uuid) =>
    frame === 'drawer' ? host.openEntity(uuid) : host.navigate(entityAddress(host.org.id, uuid));
}

/** Opens the entity of a row by a plain click anywhere on it: the first one that it links to. */
export function openRow(event: MouseEvent<HTMLElement>): void {
  const { target, currentTarget } = event;
  if (event.defaultPrevented || !isPlain(event)) return;
  if (target instanceof Element && target.closest('a, button, input, label, [role="dialog"]')) return;
  // Whoever marks words of the row wants to copy them.
  if (window.getSelection()?.isCollapsed === false) return;
  currentTarget.querySelector<HTMLElement>(`[${ENTITY_LINK}]`)?.click();
}

const isPlain = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

interface EntityLinkProps {
  uuid: string;
  children: ReactNode;
  /** Replaces the default look of a link. */
  className?: string | undefined;
  /** Says more than the words of the link. */
  title?: string | undefined;
  /** The list that it stands in; the entity then opens in the drawer, which moves along the list. */
  siblings?: readonly string[] | undefined;
}

/** A link to another entity; a plain click stays in the frame, and staying on it tells what it is. */
export function EntityLink({
  uuid,
  children,
  className = linkAttributes({ quiet: true }).className,
  title,
  siblings,
}: EntityLinkProps): ReactNode {
  const host = useHost();
  const open = useOpenEntity();
  const id = useId();
  const { anchor, onPointerEnter, onPointerLeave } = useHover();
  const onClick = (event: MouseEvent) => {
    if (!isPlain(event)) return;
    event.preventDefault();
    onPointerLeave();
    if (siblings) host.openEntity(uuid, siblings);
    else open(uuid);
  };
  return (
    <>
      <a
        href={entityAddress(host.org.id, uuid)}
        {...{ [ENTITY_LINK]: '' }}
        className={className}
        title={title}
        onClick={onClick}
        aria-describedby={anchor ? id : undefined}
        onPointerEnter={onPointerEnter}
        onPointerLeave={onPointerLeave}
      >
        {typeof children === 'string' ? shortName(children, MOST_OF_NAME) : children}
      </a>
      {anchor && (
        <Suspense fallback={null}>
          <EntityCard uuid={uuid} anchor={anchor} id={id} />
        </Suspense>
      )}
    </>
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
