import { CATALOGUE } from '@cairn/entities';
import { Badge, Text } from '@cairn/ui';
import type { CSSProperties, ReactNode } from 'react';
import { isTrue, kindOf, relatedOne, shortName, titleOf } from '../entity/read-entity.ts';
import { EntityLink } from '../frame/entity-link.tsx';
import { useFrame } from '../frame/frame.tsx';
import { kindColor } from '@cairn/ui/viewers';
import { KindChips } from '../kind-page/kind-chips.tsx';
import { KindIcon } from '../kind-page/kind-icon.tsx';
import type { EntityProps, KindPage } from '../kind-page/kind-page.ts';
import styles from './entity-header.module.css';
import { HeaderActions } from './header-actions.tsx';
import { HeaderFacts } from './header-facts.tsx';
import { useCommands } from './use-commands.ts';

const MOST_OF_TITLE = 300;

type HeaderProps = EntityProps & { readonly page: KindPage };

function Container({ entity, page }: HeaderProps): ReactNode {
  const relation = page.partOf.find((name) => relatedOne(entity, name));
  const container = relation ? relatedOne(entity, relation) : null;
  return (
    container && (
      <>
        <Text tone="faint" aria-hidden>
          in
        </Text>
        <EntityLink uuid={container.uuid}>{container.name}</EntityLink>
      </>
    )
  );
}

function Chips({ entity, page }: HeaderProps): ReactNode {
  return (
    <>
      <KindChips entity={entity} page={page} />
      {isTrue(entity, 'deleted') && <Badge tone="bad">Deleted</Badge>}
    </>
  );
}

/** The kind's icon, colour and name, or those that the page gives this entity. */
function KindName({ entity, page }: HeaderProps): ReactNode {
  const kind = kindOf(entity);
  const known = CATALOGUE.kind(kind);
  const look = page.header.look(entity);
  const Icon = look?.icon;
  const color = kindColor(look?.color ?? known?.color) ?? 'var(--cn-text-muted)';
  return (
    <span className={styles.kind} style={{ '--entity-color': color } as CSSProperties}>
      {Icon ? <Icon size={16} strokeWidth={1.75} color={color} aria-hidden /> : <KindIcon kind={kind} />}
      {look?.label ?? known?.label ?? kind}
    </span>
  );
}

/** The header of an entity: kind, title, author, dates, and the actions of its page. */
export function EntityHeader({ entity, page }: HeaderProps): ReactNode {
  const frame = useFrame();
  useCommands(entity, page, frame === 'page');
  const Title = frame === 'page' ? 'h1' : 'h3';
  return (
    <header className={styles.header}>
      <div className={styles.top}>
        <KindName entity={entity} page={page} />
        <Container entity={entity} page={page} />
        <Chips entity={entity} page={page} />
        <span className={styles.space} />
        <HeaderActions entity={entity} page={page} />
      </div>
      <div className={styles.name}>
        {page.header.picture(entity)}
        <div className={styles.words}>
          <Title className={styles.title} data-frame={frame}>
            {shortName(titleOf(entity), MOST_OF_TITLE)}
          </Title>
          <HeaderFacts entity={entity} page={page} />
        </div>
      </div>
    </header>
  );
}
