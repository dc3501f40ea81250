import { Query } from '@cairn/query';
import { UiProvider } from '@cairn/ui';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, describe, expect, it } from 'vitest';
import { DrawnView } from './drawn-view.tsx';
import { oddAnswer, type OddShape } from './gallery/odd-answers.ts';
import { queryFor } from './gallery/odd-queries.ts';
import { isOverlay } from './overlays/overlays.ts';
import { requestOf } from './request.ts';
import { shapeOf, type ViewConfig, type ViewDefinition, type ViewSetting } from './view.ts';
import { VIEWS } from './views.ts';

const SHAPE: OddShape = {
  name: 'usual',
  names: ['search', 'billing', 'ledger'],
  periods: 12,
  figure: (index) => ((index * 7919) % 97) + 1,
  unit: 'second',
};
const TIMEZONE = 'Europe/Berlin';

let root: Root;
afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
});

/** Counts add up, so that they have shares. */
const COUNTS = Query.parse({
  select: ['PullRequest'],
  groupBys: [{ target: 'Repository', attribute: 'name' }],
});

/** What a view asks for and draws with a config, once it stays the same. */
async function drawn(view: ViewDefinition, stored: ViewConfig, query: Query): Promise<string> {
  const frame = document.body.appendChild(document.createElement('main'));
  frame.style.cssText = 'width:900px;height:420px';
  root = createRoot(frame);
  const config = view.config.parse(stored);
  const request = requestOf(query, { view, config }, undefined, { timezone: TIMEZONE });
  const answer = oddAnswer(request.query, request.kind, SHAPE);
  root.render(
    <UiProvider colorScheme="light">
      <DrawnView
        {...{ view, query, config, answer }}
        label="Usual"
        timezone={TIMEZONE}
        now={Date.UTC(2026, 10, 21)}
      />
    </UiProvider>,
  );
  let last = '';
  const isSame = () => {
    const before = last;
    last = frame.innerHTML.replaceAll(/_r_\w+_/g, '');
    return before === last && frame.querySelector('[data-mark], [data-figure]') !== null;
  };
  await expect.poll(isSame, { interval: 80 }).toBe(true);
  root.unmount();
  frame.remove();
  return `${JSON.stringify(request.query)} ${last}`;
}

/** Other values of a setting than the one that it has. */
function others(setting: ViewSetting, value: unknown): unknown[] {
  if (setting.kind === 'toggle') return [setting.values ? setting.values.off(undefined) : !value];
  if (setting.kind === 'number') return [value === setting.min ? setting.max : setting.min];
  if (setting.kind === 'choice')
    return setting.options.map((option) => option.value).filter((option) => option !== value);
  return ['set1'];
}

/** Settings whose effect is on compared periods, on further answers or on another unit have tests of their own. */
const ELSEWHERE = new Set(['sparkline', 'numberFormat', 'timeUnit', 'against', 'showChangeAs']);
const charts = VIEWS.filter(({ isTabular, id }) => !isTabular && id !== 'barChart');

describe.each(charts.map((view) => [view.id, view] as const))('a setting of %s', (_, view) => {
  const shape = shapeOf(queryFor(view));
  const defaults = view.config.parse({});
  const applies = (setting: ViewSetting, config: ViewConfig) => setting.applies?.(config, shape) ?? true;
  // Some apply only with another value of a setting before them.
  const contexts = [
    defaults,
    ...view.settings.map((each) => ({ ...defaults, [each.key]: others(each, defaults[each.key]).at(-1) })),
  ];
  const own = view.settings.flatMap((setting) => {
    const context = contexts.find((each) => applies(setting, each));
    const isElsewhere = ELSEWHERE.has(setting.key) || isOverlay(setting, defaults, shape);
    return context && !isElsewhere ? [[setting.label, setting, context] as const] : [];
  });

  it.each(own)('changes what is asked or drawn: %s', async (_label, setting, context) => {
    const queries = [queryFor(view), COUNTS].filter((query) => view.fits(shapeOf(query)).ok);
    // One other value that changes something is enough: two orders may be the same for one answer.
    const hasEffect = async (query: Query) => {
      const before = await drawn(view, context, query);
      for (const value of others(setting, context[setting.key]))
        if ((await drawn(view, { ...context, [setting.key]: value }, query)) !== before) return true;
      return false;
    };
    let isSeen = false;
    for (const query of queries) isSeen ||= await hasEffect(query);
    expect(isSeen).toBe(true);
  });
});
