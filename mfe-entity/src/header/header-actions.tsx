import type { FollowedKind } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { FollowBell } from '@cairn/saved';
import { buttonAttributes } from '@cairn/ui';
import { ChartNoAxesColumn, ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { kindOf, textOf, titleOf } from '../entity/read-entity.ts';
import { AppLink, entityAddress } from '../frame/entity-link.tsx';
import { useFrame } from '../frame/frame.tsx';
import type { EntityProps, KindPage } from '../kind-page/kind-page.ts';
import { CopyButton } from '../text/copy-text.tsx';
import { exploreLink } from './explore-link.ts';
import styles from './header-actions.module.css';
import { markdownOf } from './markdown-of.ts';
import { toolOf } from '../badges/tool.ts';

/** The kinds of entities that people follow, as the service calls them (ruling 23). */
const FOLLOWED: Readonly<Record<string, FollowedKind>> = {
  Person: 'person',
  Repository: 'repository',
  Project: 'project',
  Team: 'team',
};

/** "Open in …"; a narrow page shows where alone. */
function OpenIn({ children }: { children: string }): ReactNode {
  return (
    <span>
      <span className={styles.openIn}>Open in </span>
      {children}
    </span>
  );
}

/** The actions of the kind, and those of every entity: follow, copy the link, open the source, open in Explore. */
export function HeaderActions({ entity, page }: EntityProps & { readonly page: KindPage }): ReactNode {
  const { org } = useHost();
  const frame = useFrame();
  const explore = exploreLink(org.id, entity, page);
  const followed = FOLLOWED[kindOf(entity)];
  const source = textOf(entity, 'sourceUrl');
  const address = new URL(entityAddress(org.id, entity.uuid), window.location.href).href;
  const attributes = buttonAttributes({
    size: frame === 'drawer' ? 'small' : 'medium',
    className: styles.button ?? '',
  });
  return (
    <div className={styles.actions}>
      <page.header.Actions entity={entity} />
      {followed && (
        <FollowBell kind={followed} id={entity.uuid} formerIds={entity.formerIds} name={titleOf(entity)} />
      )}
      {frame === 'page' && (
        <>
          <CopyButton link size="medium" text={address} label="Copy link" done="Link copied" />
          <CopyButton size="medium" text={markdownOf(entity, page, address)} label="Copy as markdown" />
        </>
      )}
      {source && /^https?:/.test(source) && (
        <a {...attributes} href={source} target="_blank" rel="noreferrer noopener">
          <ExternalLink aria-hidden />
          <OpenIn>{toolOf(textOf(entity, 'integration'))}</OpenIn>
        </a>
      )}
      {explore && (
        <AppLink to={explore} {...attributes}>
          <ChartNoAxesColumn aria-hidden />
          <OpenIn>Explore</OpenIn>
        </AppLink>
      )}
    </div>
  );
}
