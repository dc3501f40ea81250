import { Select, Stack } from '@cairn/ui';
import { useMemo, useState, type ReactNode } from 'react';
import { DrawnView } from '../drawn-view.tsx';
import { requestOf } from '../request.ts';
import type { ViewConfig, ViewDefinition } from '../view.ts';
import { offeredViews, VIEWS } from '../views.ts';
import { ODD_SHAPES, oddAnswer, type OddShape } from './odd-answers.ts';
import { queryFor } from './odd-queries.ts';
import styles from './views-gallery.module.css';

const TIMEZONE = 'Europe/Berlin';
const NOW = Date.UTC(2026, 10, 21);

export interface OddViewProps {
  readonly view: ViewDefinition;
  readonly shape: OddShape;
  readonly config: ViewConfig;
}

/** A view over an answer that is out of the ordinary. */
export function OddView({ view, shape, config }: OddViewProps): ReactNode {
  const drawn = useMemo(() => {
    const query = queryFor(view);
    const parsed = view.config.parse(config);
    const request = requestOf(query, { view, config: parsed }, undefined, { timezone: TIMEZONE });
    return { query, config: parsed, answer: oddAnswer(request.query, request.kind, shape) };
  }, [view, shape, config]);
  return <DrawnView view={view} {...drawn} label={shape.name} timezone={TIMEZONE} now={NOW} />;
}

/** One button of the picker over every odd answer, for viewing and for tests. */
export function OddViews({ view, config }: Omit<OddViewProps, 'shape'>): ReactNode {
  return (
    <ul className={styles.views}>
      {ODD_SHAPES.map((shape) => (
        <li key={shape.name}>
          <h3>{shape.name}</h3>
          <div className={styles.card}>
            <OddView view={view} shape={shape} config={config} />
          </div>
        </li>
      ))}
    </ul>
  );
}

const OFFERED = offeredViews(VIEWS);

/** Every view over every odd answer, one view at a time. */
export function ViewsGallery(): ReactNode {
  const [chosen, setChosen] = useState(OFFERED[0]?.id ?? '');
  const offered = OFFERED.find(({ id }) => id === chosen);
  return (
    <Stack gap={3}>
      <Select
        label="View"
        value={chosen}
        data={OFFERED.map(({ id, label }) => ({ value: id, label }))}
        onChange={(next) => next && setChosen(next)}
        size="small"
      />
      {offered && <OddViews key={chosen} view={offered.view} config={offered.config} />}
    </Stack>
  );
}
