import { CATALOGUE } from '@cairn/entities';
import { createSharedColors, useHost } from '@cairn/host';
import { formatNumber, Panel, Text, Tooltip } from '@cairn/ui';
import { type ReactNode, useMemo, useState } from 'react';
import { chartsOf } from '../charts/charts-of.ts';
import type { ChartSpec } from '../charts/chart-spec.ts';
import { countOf, kindOf } from '../entity/read-entity.ts';
import type { Section, SectionProps } from '../kind-page/kind-page.ts';
import type { Property } from '../properties/group-properties.ts';
import { Value } from '../properties/value.tsx';
import { MoreButton } from '../text/more-button.tsx';
import styles from './metric-cards.module.css';
import { isShare, ShareCard } from './share-card.tsx';

/** How many cards there are at most (E§9). */
const MOST_CARDS = 3;
const METRIC_PX = 96;

function MeasureCard({ property }: { property: Property }): ReactNode {
  const label = <span className={styles.label}>{property.label}</span>;
  return (
    <Panel className={styles.card ?? ''}>
      {property.definition ? (
        <Tooltip label={property.definition} size="medium">
          <span tabIndex={0} className={styles.defined}>
            {property.label}
          </span>
        </Tooltip>
      ) : (
        label
      )}
      <div
        className={styles.value}
        data-missing={property.value === null || property.value === undefined || undefined}
      >
        <Value property={property} />
      </div>
    </Panel>
  );
}

/** A measure that is told once may stand under the name of what is derived. */
const derived = (name: string) => `cairn${name.charAt(0).toUpperCase()}${name.slice(1)}`;

/** A section with up to three measures of the entity itself, each with its value or the reason why it has none. */
export function measureCards(names: readonly string[]): Section {
  return function MeasureCards({ groups }: SectionProps): ReactNode {
    const all = [...groups.properties, ...groups.analysis];
    const shown = names
      .flatMap(
        (name) =>
          all.find((each) => each.name === name) ?? all.find((each) => each.name === derived(name)) ?? [],
      )
      .filter(({ value, missing }) => (value !== null && value !== undefined) || missing)
      .slice(0, MOST_CARDS);
    if (shown.length === 0) return null;
    return (
      <div className={styles.cards} role="group" aria-label="Measures">
        {shown.map((property) => (
          <MeasureCard key={property.name} property={property} />
        ))}
      </div>
    );
  };
}

/** A section that says how many a few relations lead to in all; each leads to the work of the entity. */
export function totalCards(relations: readonly string[]): Section {
  return function TotalCards({ entity, page, openTab }: SectionProps): ReactNode {
    const shown = relations.flatMap((name) => {
      const total = countOf(entity, name) ?? 0;
      const relation = CATALOGUE.relation(kindOf(entity), name);
      // The clause of the default branch does not hold for what a thing has in all.
      const isWider = page.overview.startsOnDefaultBranch && relation?.target === 'Commit';
      const label = `${relation?.label ?? name}${isWider ? ' on all branches' : ''}`;
      return total > 0 ? [{ name, label, total }] : [];
    });
    if (shown.length === 0) return null;
    return (
      <div className={styles.cards} role="group" aria-label="In all">
        {shown.map(({ name, label, total }) => (
          <Panel key={name} className={styles.card ?? ''}>
            <span className={styles.label}>{label}</span>
            <div className={styles.value}>
              <MoreButton onClick={() => openTab('work')}>{formatNumber(total)}</MoreButton>
            </div>
          </Panel>
        ))}
      </div>
    );
  };
}

/** A section with up to three measures that are asked for, each a single figure that leads to its rows. */
export function askedCards(specs: readonly ChartSpec[], note: string): Section {
  return function AskedCards({ entity }: SectionProps): ReactNode {
    const host = useHost();
    const [colors] = useState(createSharedColors);
    const charts = useMemo(
      () =>
        specs.slice(0, MOST_CARDS).flatMap((spec) => {
          // What no source of the org fills is not in the answer, and takes no place.
          if (countOf(entity, spec.through?.relation ?? spec.of) === undefined) return [];
          const share = isShare(spec) ? spec.share : null;
          return chartsOf(entity, [spec], host.timezone).map((chart) => ({ ...chart, share }));
        }),
      [entity, host.timezone],
    );
    if (charts.length === 0) return null;
    return (
      <section aria-label="Measures">
        <div className={`${styles.cards ?? ''} ${styles.pictures ?? ''}`}>
          {charts.map(({ title, query, view, share }) =>
            share ? (
              <ShareCard key={title} title={title} query={query} share={share} />
            ) : (
              <Panel key={title} title={title}>
                {host.renderPart('explore/QuestionView', {
                  query,
                  view,
                  height: METRIC_PX,
                  label: title,
                  colors,
                })}
              </Panel>
            ),
          )}
        </div>
        <Text as="p" tone="faint" className={styles.note ?? ''}>
          {note}
        </Text>
      </section>
    );
  };
}
