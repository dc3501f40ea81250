import type { EntityDetail } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { Avatar, Badge, buttonAttributes, IconButton } from '@cairn/ui';
import { ArrowDown, ArrowUp, ChartNoAxesColumn, ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { exploreLink } from '../kind/explore-link.ts';
import { KindIcon } from '../kind/kind-icon.tsx';
import { kindOf, placeOf, relatedOne, textOf, titleOf } from '../kind/kind-info.ts';
import { CopyButton } from '../place/copy-text.tsx';
import { AppLink, EntityLink, entityAddress, usePlace } from '../place/place.tsx';
import { HeaderFacts } from './header-facts.tsx';
import { useCommands } from './use-commands.ts';

/** Steps along the history of a commit. */
function Steps({ entity }: { entity: EntityDetail }): ReactNode {
  const host = useHost();
  const place = usePlace();
  if (entity.labels[0] !== 'Commit') return null;
  const go = (uuid: string) =>
    place === 'drawer' ? host.openEntity(uuid) : host.navigate(entityAddress(host.org.id, uuid));
  const [parent, child] = [relatedOne(entity, 'Parent'), relatedOne(entity, 'Child')];
  return (
    <>
      <IconButton
        label={parent ? `Parent commit: ${parent.name}` : 'No parent commit'}
        {...(place === 'page' ? { keys: '[' } : {})}
        disabled={!parent}
        onClick={() => parent && go(parent.uuid)}
      >
        <ArrowDown size={16} aria-hidden />
      </IconButton>
      <IconButton
        label={child ? `Next commit: ${child.name}` : 'No next commit'}
        {...(place === 'page' ? { keys: ']' } : {})}
        disabled={!child}
        onClick={() => child && go(child.uuid)}
      >
        <ArrowUp size={16} aria-hidden />
      </IconButton>
    </>
  );
}

function Actions({ entity }: { entity: EntityDetail }): ReactNode {
  const { org } = useHost();
  const place = usePlace();
  const explore = exploreLink(org.id, entity);
  const source = textOf(entity, 'sourceUrl');
  const look = buttonAttributes({ size: place === 'drawer' ? 'small' : 'medium' });
  return (
    <div className="en-header__actions">
      <Steps entity={entity} />
      {place === 'page' && (
        <CopyButton
          link
          size="medium"
          text={new URL(entityAddress(org.id, entity.uuid), window.location.href).href}
          label="Copy link"
          done="Link copied"
        />
      )}
      {source && /^https?:/.test(source) && (
        <a {...look} href={source} target="_blank" rel="noreferrer noopener">
          <ExternalLink aria-hidden />
          Open source
        </a>
      )}
      {explore && (
        <AppLink to={explore} {...look}>
          <ChartNoAxesColumn aria-hidden />
          Open in Explore
        </AppLink>
      )}
    </div>
  );
}

/** What it is, what it is called, who and when; and the ways on from here. */
export function EntityHeader({ entity }: { entity: EntityDetail }): ReactNode {
  const place = usePlace();
  useCommands(entity, place === 'page');
  const kind = kindOf(entity);
  const within = placeOf(entity);
  const Title = place === 'page' ? 'h1' : 'h3';
  return (
    <header className="en-header">
      <div className="en-header__top">
        <span className="en-kind">
          <KindIcon kind={entity.labels[0] ?? ''} />
          {kind?.label ?? entity.labels[0]}
        </span>
        {within && (
          <>
            <span className="cn-faint" aria-hidden>
              in
            </span>
            <EntityLink uuid={within.uuid}>{within.name}</EntityLink>
          </>
        )}
        {entity.properties['isMerge'] === true && <Badge>Merge</Badge>}
        {entity.properties['isBot'] === true && <Badge>Bot</Badge>}
        {entity.properties['preRelease'] === true && <Badge tone="warn">Pre-release</Badge>}
        {entity.properties['deleted'] === true && <Badge tone="bad">Deleted</Badge>}
        <span className="en-grow" />
        <Actions entity={entity} />
      </div>
      <div className="en-header__name">
        {entity.labels[0] === 'Person' && <Avatar name={titleOf(entity)} size={40} />}
        <div>
          <Title className="en-header__title">{titleOf(entity)}</Title>
          <HeaderFacts entity={entity} />
        </div>
      </div>
    </header>
  );
}
