import { STANDARD_VIEWS } from '@cairn/contracts';
import { describe, expect, it } from 'vitest';
import { draw, drawNothing, frame, known, viewUnderTest } from '../test/drawn-view.tsx';
import { OF_CHARTS, OF_FIGURES } from '../test/chart-options.ts';
import { OPTION_SAMPLES } from '../test/option-samples.ts';
import { OF_PIVOTS, OF_TABLES } from '../test/table-options.ts';
import type { Sample } from '../test/samples.ts';
import { requestOf } from './request.ts';
import { shapeOf, type ViewConfig, type ViewDefinition } from './view.ts';
import { viewMeant, VIEWS } from './views.ts';

viewUnderTest();

const { table, bar, heatMap, treeMap } = STANDARD_VIEWS;
const OPTIONS = [...OF_TABLES, ...OF_PIVOTS, ...OF_FIGURES, ...OF_CHARTS];
const rows = OPTIONS.map(
  (option) => [`${option.key} of ${option.view} as ${String(option.other)}`, option] as const,
);

/** The words, places and colours of the picture, without ids that are new in each. */
const seen = () => frame.innerHTML.replaceAll(/(id="|url\(#|clip-path=")[^")]*/g, '');

/** The picture once it stands still. */
async function settled(): Promise<string> {
  let [before, calm] = ['', 0];
  await expect
    .poll(
      () => {
        const now = seen();
        const isDrawn = frame.querySelector('[data-mark], [data-figure], [role=row]') !== null;
        calm = isDrawn && now === before ? calm + 1 : 0;
        before = now;
        return calm;
      },
      { interval: 20 },
    )
    .toBeGreaterThan(1);
  return before;
}

/** The pictures of options that are not set. */
const drawn = new Map<string, string>();

/** A picture that begins as stored, with nothing of an earlier one. */
async function drawnAlone(view: ViewDefinition, sample: Sample, config: ViewConfig): Promise<string> {
  drawNothing();
  await expect.poll(() => frame.querySelector('[data-view]')).toBeNull();
  draw(view, sample, config);
  return settled();
}

describe('a picture', () => {
  it.each([table, 'pivotTable', bar, heatMap, treeMap])(
    'of %s is the same when it is drawn again',
    async (id) => {
      drawNothing();
      draw(known(id), OPTION_SAMPLES.two);
      const before = await settled();
      drawNothing();
      draw(known(id), OPTION_SAMPLES.two);
      expect(await settled()).toBe(before);
    },
  );
});

describe('every option of the specification', () => {
  it.each(rows)(
    '%s has a default, and a control',
    (_, { view: id, key, otherwise, other, control, sample, clamp, ...option }) => {
      const view = known(id);
      const { query } = OPTION_SAMPLES[sample ?? 'one'];
      const of = (value: unknown) => view.config.parse({ [key]: value })[key];
      expect([of(undefined), of({ not: 'known' })]).toEqual([otherwise, otherwise]);
      if (option.shows !== 'view') expect(of(other)).toEqual(other);
      if (clamp) expect([of(-1e9), of(1e9)]).toEqual(clamp);
      if ('setting' in control) {
        const config = view.config.parse(option.with ?? {});
        const offered = view.settings.filter(({ applies }) => applies?.(config, shapeOf(query)) ?? true);
        expect(offered.map(({ label }) => label)).toContain(control.setting);
      } else if ('picker' in control) {
        const labels = VIEWS.flatMap(({ choices }) => choices.map(({ label }) => label));
        expect(labels).toContain(control.picker);
      } else expect(['drag', 'header', 'legend']).toContain(control.gesture);
    },
  );

  it.each(rows)('%s is seen', async (_, { view: id, key, other, sample: name, ...option }) => {
    const sample = OPTION_SAMPLES[name ?? 'one'];
    const view = known(id);
    const [plain, changed] = [option.with ?? {}, { ...option.with, [key]: other }];
    if (option.shows === 'view') {
      expect(viewMeant({ value: id, config: changed }, VIEWS)).not.toBe(view);
      return;
    }
    if (option.shows === 'request') {
      const asked = (config: ViewConfig) =>
        requestOf(sample.query, { view, config: view.config.parse(config) }, undefined, { timezone: 'UTC' });
      expect(asked(changed)).not.toEqual(asked(plain));
      return;
    }
    if (option.shows === 'room') return;
    const drawing = JSON.stringify([id, name, plain]);
    const before = drawn.get(drawing) ?? (await drawnAlone(view, sample, plain));
    drawn.set(drawing, before);
    await drawnAlone(view, sample, changed);
    // Some are loaded first, such as colours.
    await expect.poll(seen, { timeout: 5_000 }).not.toBe(before);
  });
});
