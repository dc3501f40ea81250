import type { EntityDetail } from '@cairn/contracts';
import { CATALOGUE } from '@cairn/entities';
import { Panel } from '@cairn/ui';
import type { ReactNode } from 'react';
import { EntityLink } from '../frame/entity-link.tsx';
import { AnalysisPanel } from '../insights/analysis-panel.tsx';
import { kindOf, relatedOne } from '../entity/read-entity.ts';
import type { KindPage, SectionProps } from '../kind-page/kind-page.ts';
import { DefinitionList } from '../properties/definition-list.tsx';
import type { Property } from '../properties/group-properties.ts';
import { PropertyList } from '../properties/property-list.tsx';
import styles from './rail.module.css';

/** Shown by the header and summary of every page. */
const SHOWN_ELSEWHERE = ['name', 'title', 'body', 'description', 'createdAt', 'updatedAt', 'sourceUrl'];
/** Relations with more entities are in the Work tab. */
const RELATED_AT_MOST = 3;

/** The relations that the rail names: to one entity, and the few of those that the page chooses. */
export function fewRelations(
  entity: EntityDetail,
  { rail, author, partOf }: KindPage,
): EntityDetail['relations'] {
  const kind = kindOf(entity);
  const container = partOf.find((name) => relatedOne(entity, name));
  const leftOut = [...rail.leaveOut(entity), ...(container ? [container] : [])];
  const isToOne = (name: string) => CATALOGUE.relation(kind, name)?.many === false && name !== author;
  return entity.relations.filter(
    ({ name, total }) =>
      (rail.relations.includes(name) || isToOne(name)) &&
      !leftOut.includes(name) &&
      total > 0 &&
      total <= RELATED_AT_MOST,
  );
}

function FewRelations({ relations }: { readonly relations: EntityDetail['relations'] }): ReactNode {
  if (relations.length === 0) return null;
  return (
    <DefinitionList
      rows={relations.map(({ name, label, items }) => ({
        key: name,
        name: label.replace(/ \(.*\)$/, ''),
        value: (
          <div className={styles.links}>
            {items.map((item) => (
              <EntityLink key={item.uuid} uuid={item.uuid}>
                {item.name}
              </EntityLink>
            ))}
          </div>
        ),
      }))}
    />
  );
}

const isAbsent = ({ value, missing }: Property) =>
  value === false || ((value === null || value === undefined || value === '') && missing === undefined);

/** The properties that the rail tells: those with a value or a reason for none that neither header nor relations say. */
function railProperties(
  { entity, page, groups }: SectionProps,
  relations: EntityDetail['relations'],
): readonly Property[] {
  const isAuthorNamed = page.author !== null && relatedOne(entity, page.author) !== null;
  const leftOut = [
    ...SHOWN_ELSEWHERE,
    ...page.rail.leaveOut(entity),
    ...(isAuthorNamed ? ['createdBy'] : []),
  ];
  // What a link or a chip says, a text need not say again.
  const container = page.partOf.flatMap((name) => relatedOne(entity, name) ?? [])[0];
  const linked = [...(container ? [container] : []), ...relations.flatMap(({ items }) => items)].map(
    ({ name }) => name,
  );
  const look = page.header.look(entity)?.label;
  const chips = page.header.chips(entity).map(({ label }) => label);
  const said = new Set([...linked, ...chips, ...(look ? [look] : [])]);
  const isSaid = (value: unknown): boolean => {
    if (Array.isArray(value)) return value.every(isSaid);
    if (typeof value === 'object' && value !== null && 'name' in value) return isSaid(value.name);
    return typeof value === 'string' && said.has(value);
  };
  return [...groups.properties, ...groups.dates].filter(
    (property) =>
      !leftOut.includes(property.name) &&
      !isSaid(property.value) &&
      !isAbsent(property) &&
      !/^source[A-Z]/.test(property.name),
  );
}

/** The key attributes beside the overview, followed by the kind's cards. */
export function Rail(props: SectionProps): ReactNode {
  const { entity, page } = props;
  const relations = fewRelations(entity, page);
  const shown = railProperties(props, relations);
  const cards = page.cards.flatMap(({ title, content }) => {
    const body = content(entity);
    return body ? [{ title, content: body }] : [];
  });
  return (
    <>
      {shown.length + relations.length > 0 && (
        <Panel title="Details">
          <FewRelations relations={relations} />
          {shown.length > 0 && <PropertyList properties={shown} />}
        </Panel>
      )}
      <AnalysisPanel entity={entity} />
      {cards.map(({ title, content }) => (
        <Panel key={title} title={title}>
          {content}
        </Panel>
      ))}
    </>
  );
}
