import { CATALOGUE } from '@cairn/entities';
import { Badge, Text } from '@cairn/ui';
import type { ReactNode } from 'react';
import { isTrue, kindOf, relatedOne, shortName, titleOf } from '../entity/read-entity.ts';
import { EntityLink } from '../frame/entity-link.tsx';
import { useFrame } from '../frame/frame.tsx';
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
      {page.header.chips(entity).map(({ label, tone = 'neutral' }) => (
        <Badge key={label} tone={tone}>
          {label}
        </Badge>
      ))}
      {isTrue(entity, 'deleted') && <Badge tone="bad">Deleted</Badge>}
    </>
  );
}

/** The header of an entity: kind, title, author, dates, and the actions of its page. */
export function EntityHeader({ entity, page }: HeaderProps): ReactNode {
  const frame = useFrame();
  useCommands(entity, page, frame === 'page');
  const kind = kindOf(entity);
  const Title = frame === 'page' ? 'h1' : 'h3';
  return (
    <header className={styles.header}>
      <div className={styles.top}>
        <span className={styles.kind}>
          <KindIcon kind={kind} />
          {CATALOGUE.kind(kind)?.label ?? kind}
        </span>
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
