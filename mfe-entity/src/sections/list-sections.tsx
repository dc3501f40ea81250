import { CATALOGUE } from '@cairn/entities';
import { Badge, formatNumber, Panel, Text } from '@cairn/ui';
import type { ReactNode } from 'react';
import { WordBadge, type WordList } from '@cairn/ui/viewers';
import type { RelatedItem } from '../entity/read-entity.ts';
import { EntityLink } from '../frame/entity-link.tsx';
import { PeopleList, PersonLine } from '../frame/people-list.tsx';
import type { Section, SectionProps } from '../kind-page/kind-page.ts';
import { RelatedRows } from '../rows/related-rows.tsx';
import type { RowSpec } from '../rows/row-spec.ts';
import { MoreButton } from '../text/more-button.tsx';
import styles from './list-sections.module.css';

/** A section with related entities, one a line. */
export function rowsSection(spec: RowSpec): Section {
  return function RowsSection({ entity }: SectionProps): ReactNode {
    return <RelatedRows entity={entity} spec={spec} />;
  };
}

/** A list of people and what their relation says of each, such as the verdict of a reviewer. */
export interface PeopleSpec {
  readonly title: string;
  readonly relation: string;
  readonly says?: { readonly property: string; readonly of?: WordList };
  /** Said of a person of whom the relation says nothing. */
  readonly otherwise?: string;
}

const spaced = (word: string) =>
  word
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();

function PersonRow({ item, spec: { says, otherwise } }: { item: RelatedItem; spec: PeopleSpec }): ReactNode {
  const said = says && item.properties?.[says.property];
  return (
    <PersonLine uuid={item.uuid} name={item.name}>
      {says && typeof said === 'string' ? (
        says.of ? (
          <WordBadge of={says.of} word={said} />
        ) : (
          <Badge>{spaced(said)}</Badge>
        )
      ) : (
        otherwise && <Text tone="faint">{otherwise}</Text>
      )}
    </PersonLine>
  );
}

/** A section with the people of a relation, by name. */
export function peopleSection(spec: PeopleSpec): Section {
  return function PeopleSection({ entity, openTab }: SectionProps): ReactNode {
    const relation = entity.relations.find(({ name }) => name === spec.relation);
    if (!relation || relation.total === 0) return null;
    const rest = relation.total - relation.items.length;
    const byName = relation.items.toSorted((one, other) => one.name.localeCompare(other.name));
    return (
      <Panel
        title={spec.title}
        actions={
          <Text tone="muted" numeric>
            {formatNumber(relation.total)}
          </Text>
        }
      >
        <PeopleList inColumns>
          {byName.map((item) => (
            <PersonRow key={item.uuid} item={item} spec={spec} />
          ))}
        </PeopleList>
        {rest > 0 && <MoreButton onClick={() => openTab('work')}>+{formatNumber(rest)} more</MoreButton>}
      </Panel>
    );
  };
}

/** A section that names what single relations lead to, such as what a comment answers. */
export function linksSection(title: string, relations: readonly string[]): Section {
  return function LinksSection({ entity }: SectionProps): ReactNode {
    const found = entity.relations.filter(({ name, total }) => relations.includes(name) && total > 0);
    if (found.length === 0) return null;
    const kind = entity.labels[0] ?? '';
    return (
      <Panel title={title}>
        <ul className={styles.links}>
          {found.flatMap(({ name, items }) =>
            items.map((item) => (
              <li key={`${name} ${item.uuid}`}>
                <Text tone="muted">{CATALOGUE.relation(kind, name)?.label ?? name}</Text>{' '}
                <EntityLink uuid={item.uuid}>{item.name}</EntityLink>
              </li>
            )),
          )}
        </ul>
      </Panel>
    );
  };
}
