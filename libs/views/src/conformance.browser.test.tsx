import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { chosen, draw, drawNothing, frame, known, sampleNamed, viewUnderTest } from '../test/drawn-view.tsx';
import { sampleAnswer, SAMPLES, type Sample } from '../test/samples.ts';
import { oddAnswer } from './gallery/odd-answers.ts';
import { queryFor } from './gallery/odd-queries.ts';
import { requestOf } from './request.ts';
import { shapeOf, type ViewDefinition } from './view.ts';
import { VIEWS } from './views.ts';

viewUnderTest();

/** The samples that a view would be given: its own kind of answer, and a shape that fits. */
function samplesFor(view: ViewDefinition): readonly Sample[] {
  const found = samplesOf(view);
  return found.length > 0 ? found : ownSamples(view);
}

/** The samples of a view that asks for an answer of its own shape. */
function ownSamples(view: ViewDefinition): Sample[] {
  const query = queryFor(view);
  const config = view.config.parse({});
  const request = requestOf(query, { view, config }, undefined, { timezone: 'Europe/Berlin' });
  return [0, 1, 12, Math.min(10_000, request.query.limit ?? 10_000)].map((rows) => {
    const names = Array.from({ length: Math.min(rows, 12) }, (_, at) => `repository ${at}`);
    const shape = { name: '', names, periods: rows, rows, figure: (index: number) => (index % 97) + 1 };
    return { name: `${rows} rows of its own`, query, answer: oddAnswer(request.query, request.kind, shape) };
  });
}

function samplesOf(view: ViewDefinition): Sample[] {
  return SAMPLES.filter(({ name, query }) => {
    const isSeries = name.startsWith('a time series');
    const isEntities = name.startsWith('entities');
    const kind = isSeries ? 'series' : isEntities ? 'entities' : 'groups';
    const takes = view.isTabular ? !isSeries : view.answers(query) === kind;
    return takes && view.fits(shapeOf(query)).ok;
  });
}

/** Colours that are neither a token nor nothing. */
function foreignColors(): string[] {
  const found: string[] = [];
  for (const element of frame.querySelectorAll('[data-chart] *, [data-view] > *')) {
    for (const name of ['fill', 'stroke', 'background', 'color']) {
      const value = element.getAttribute(name) ?? (element as HTMLElement).style.getPropertyValue(name);
      const bare = value.replace(/var\(--cn-[\w-]+\)/g, '');
      if (/#[0-9a-f]{3}|rgb|hsl|oklch\(\d|black|white/i.test(bare) && !value.startsWith('url('))
        found.push(value);
    }
  }
  return found;
}

describe.each(VIEWS.map((view) => [view.id, view] as const))('the view %s', (_id, view) => {
  it('reads any stored config', () => {
    const { config } = view;
    const defaults = config.parse({});
    expect(config.parse(defaults)).toEqual(defaults);
    const broken = Object.fromEntries(Object.keys(defaults).map((key) => [key, { not: 'expected' }]));
    expect(config.parse(broken)).toEqual(defaults);
  });

  it('offers settings that exist', () => {
    const defaults = view.config.parse({});
    for (const { key } of view.settings) expect(defaults).toHaveProperty(key);
  });

  it.each(samplesFor(view).map((sample) => [sample.name, sample] as const))('draws %s', async (_, sample) => {
    draw(view, sample);
    if (sample.answer.numRows === 0) {
      await expect.element(page.getByText('No Results Found')).toBeVisible();
      return;
    }
    const roles = view.isTabular ? 'grid, treegrid' : 'group';
    const named = roles.split(', ').map((role) => `[role=${role}][aria-label=Commits]`);
    await expect.poll(() => frame.querySelectorAll(named.join()).length).toBe(1);
    await expect
      .poll(() => frame.querySelectorAll('[data-mark], [data-figure], [role=row]').length)
      .toBeGreaterThan(0);
    expect(foreignColors()).toEqual([]);
    expect(frame.textContent).not.toContain('NaN');
    expect(frame.innerHTML).not.toContain('NaN');
    expect(frame.querySelectorAll('*').length).toBeLessThan(20_000);
  });
});

describe('a chart by keyboard', () => {
  it('is one stop; arrows move between marks, Enter chooses one with its value', async () => {
    chosen.length = 0;
    draw(known('barChart'), sampleNamed('by person, twelve rows'));
    await expect.element(page.getByRole('button', { name: 'Ada 1 1' })).toBeInTheDocument();
    expect(frame.querySelectorAll('[data-mark][tabindex="0"]')).toHaveLength(1);
    (frame.querySelector('[data-mark="0"]') as SVGElement).focus();
    await userEvent.keyboard('{ArrowRight}');
    expect(document.activeElement?.getAttribute('data-mark')).toBe('1');
    expect(frame.querySelector('[data-tip]')?.textContent).toContain('Ada 2');
    await userEvent.keyboard('{Enter}');
    expect(chosen.at(-1)?.groups.map(({ value }) => value)).toEqual(['Ada 2']);
  });

  it('shows the same as a table with t, and back', async () => {
    draw(known('barChart'), sampleNamed('by person, twelve rows'));
    await expect.element(page.getByRole('button', { name: 'Ada 1 1' })).toBeInTheDocument();
    (frame.querySelector('[data-mark="0"]') as SVGElement).focus();
    await userEvent.keyboard('t');
    await expect.element(page.getByRole('grid', { name: 'Commits, as a table' })).toBeVisible();
    await userEvent.keyboard('t');
    await expect.element(page.getByRole('button', { name: 'Ada 1 1' })).toBeInTheDocument();
  });
});

describe('a single figure beside an earlier period', () => {
  it('says its change and what it was', async () => {
    const { query, answer } = sampleNamed('without a group, one row');
    const columns = answer.columns.flatMap((column) => [
      column,
      { ...column, key: `comparison(${column.key})`, period: 'comparison' as const },
    ]);
    const get = (key: string) => (key.startsWith('comparison') ? 4 : 5);
    draw(known('metric'), { name: '', query, answer: { ...answer, columns, get } });
    await expect.poll(() => frame.textContent).toMatch(/25(\.00)?%.*from 4/);
  });
});

describe('the sample size of a measure', () => {
  const { query, answer } = sampleNamed('without a group, one row');
  const [count] = answer.columns;
  const told = { ...answer, columns: count ? [{ ...count, reducer: 'median', n: 1_204, excluded: 87 }] : [] };
  const sample = { name: '', query, answer: told };

  it.each(['metric', 'unifiedTable'])('stands beneath %s', async (id) => {
    draw(known(id), sample);
    const said = page.getByText('Median of 1,204 values; 87 more have none.');
    await expect.element(said).toBeVisible();
    const [box, room] = [said.element().getBoundingClientRect(), frame.getBoundingClientRect()];
    expect(box.bottom).toBeLessThanOrEqual(room.bottom);
  });

  it.each([60, 72, 84])(
    'gives way to the figure where there is no room for both, as in %i pixels',
    async (height) => {
      frame.style.height = `${height}px`;
      draw(known('metric'), sample);
      const name = page.getByText('Commits', { exact: true });
      await expect.element(name).toBeVisible();
      const bottom = frame.getBoundingClientRect().bottom;
      await expect.poll(() => name.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(bottom);
      await expect.element(page.getByText('Median of 1,204 values; 87 more have none.')).not.toBeVisible();
    },
  );

  it('and the figures of a table are in sight where there is little room', async () => {
    frame.style.width = '320px';
    draw(known('unifiedTable'), sampleNamed('by person, twelve rows'));
    const figure = page.getByRole('columnheader', { name: /Commits/ });
    await expect.element(figure).toBeVisible();
    expect(figure.element().getBoundingClientRect().right).toBeLessThanOrEqual(
      frame.getBoundingClientRect().right + 1,
    );
    // No column is out of sight, so no hint tells of one.
    await expect.poll(() => frame.querySelector('[role=grid]')?.clientWidth).toBeGreaterThan(0);
    expect(frame.querySelector('[data-more-right]')).toBeNull();
  });
});

describe('names that lean', () => {
  const { query, answer } = sampleNamed('by person, twelve rows');
  const [person, count] = answer.columns.map(({ key }) => key);
  const rows = Array.from({ length: 30 }, (_, index) => ({
    [person ?? '']: `Bartholomew ${index}`,
    [count ?? '']: index,
  }));
  const long = { name: '', query, answer: sampleAnswer(answer.columns, rows) };

  it.each([
    ['heatMap', {}],
    ['barChart', { displayType: 'lines' }],
    ['barChart', { vertical: true, showValueAxis: false }],
  ])('are whole on the left of %s', async (id, config) => {
    draw(known(id), long, config);
    const name = () =>
      [...frame.querySelectorAll('svg text')].find((each) => each.textContent?.startsWith('Barth'));
    await expect
      .poll(() => name()?.getBoundingClientRect().left)
      .toBeGreaterThanOrEqual(frame.getBoundingClientRect().left);
  });
});

describe('areas', () => {
  const { query, answer } = sampleNamed('per week and person, twelve rows');
  const [week, person, count] = answer.columns.map(({ key }) => key);
  const rows = Array.from({ length: 24 }, (_, index) => ({
    [week ?? '']: new Date(Date.UTC(2026, 5, 1 + 7 * Math.floor(index / 12))).toISOString(),
    [person ?? '']: `Author ${index % 12}`,
    [count ?? '']: 100 + (index % 12),
  }));
  const twelve = { name: '', query, answer: sampleAnswer(answer.columns, rows) };

  it('are the eight largest and Other, each named where it ends; a name keeps its own in front', async () => {
    draw(known('barChart'), twelve, { displayType: 'area' });
    await expect.element(page.getByText('The 8 largest of 12 by author; Other is 32%.')).toBeVisible();
    expect(frame.querySelectorAll('[data-end-name]')).toHaveLength(9);
    expect(page.getByRole('group', { name: 'Legend' }).query()).toBeNull();
    const name = page.getByRole('button', { name: 'Author 11', exact: true });
    await name.click();
    await expect.element(name).toHaveAttribute('aria-pressed', 'true');
    await userEvent.keyboard('{Enter}');
    await expect.element(name).toHaveAttribute('aria-pressed', 'false');
  });

  it('show a series of one period as a dot, since no line leads there', async () => {
    const lone = [...rows.slice(0, 1), ...rows.slice(12, 14)];
    const averages = answer.columns.map((column) =>
      column.role === 'measure' ? { ...column, reducer: 'avg' } : column,
    );
    draw(known('barChart'), { ...twelve, answer: sampleAnswer(averages, lone) }, { displayType: 'area' });
    await expect.poll(() => frame.querySelectorAll('[data-mark]').length).toBe(3);
    expect(frame.querySelectorAll('[data-lone]')).toHaveLength(1);
  });

  it('have a legend where there is no room for names', async () => {
    frame.style.cssText = 'width:340px;height:240px';
    draw(known('barChart'), twelve, { displayType: 'area' });
    await expect.element(page.getByRole('group', { name: 'Legend' })).toBeVisible();
    expect(frame.querySelectorAll('[data-end-name]')).toHaveLength(0);
  });
});

describe('a list of labels', () => {
  it('shows ten, the rest on request, and leads from one to its rows', async () => {
    draw(known('labels'), sampleNamed('by person, twelve rows'));
    await expect.poll(() => frame.querySelectorAll('[data-mark]').length).toBe(10);
    await page.getByRole('button', { name: '+2 more' }).click();
    expect(frame.querySelectorAll('[data-mark]')).toHaveLength(12);
    await page.getByRole('button', { name: 'Show Less' }).click();
    expect(frame.querySelectorAll('[data-mark]')).toHaveLength(10);
    chosen.length = 0;
    await page.getByRole('button', { name: /^Ada 1/ }).click();
    expect(chosen.at(-1)?.groups.map(({ value }) => value)).toEqual(['Ada 1']);
  });
});

describe('a calendar', () => {
  it('has a tile for each day, which says its value, and goes down the week by key', async () => {
    const { query, answer } = sampleNamed('a time series, one row');
    const [time, , count] = answer.columns.map(({ key }) => key);
    const rows = Array.from({ length: 30 }, (_, day) => ({
      [time ?? '']: new Date(Date.UTC(2026, 5, day, 22)).toISOString(),
      [count ?? '']: day,
    }));
    const columns = answer.columns.filter(({ key }) => key !== 'series');
    draw(known('calendar'), { name: '', query, answer: sampleAnswer(columns, rows, 'days') });
    await expect
      .element(page.getByRole('button', { name: 'Jun 9, 2026 8', exact: true }))
      .toBeInTheDocument();
    const tiles = frame.querySelectorAll('[data-plot] [aria-label=cell] > *');
    expect(tiles).toHaveLength(30);
    (frame.querySelector('[data-mark="8"]') as SVGElement).focus();
    await userEvent.keyboard('{ArrowDown}');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Jun 10, 2026 9');
    await userEvent.keyboard('{ArrowRight}');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Jun 17, 2026 16');
  });
});

describe('a treemap of two groups', () => {
  it('names each parent above its cells, with its sum', async () => {
    draw(known('treeMap'), sampleNamed('per week and person, twelve rows'));
    await expect.poll(() => frame.querySelectorAll('[data-header]').length).toBe(3);
    const headers = [...frame.querySelectorAll('[data-header]')];
    const names = headers.map((each) => each.textContent);
    expect(names).toEqual([expect.stringMatching(/^Jun 1,/), expect.stringMatching(/^Jun 8,/), 'Jun 15…']);
    for (const header of headers) {
      const box = header.getBoundingClientRect();
      const over = [...frame.querySelectorAll('[data-mark]')].filter((mark) => {
        const cell = mark.getBoundingClientRect();
        return (
          cell.left < box.right && cell.right > box.left && cell.top < box.bottom && cell.bottom > box.top
        );
      });
      expect(over).toEqual([]);
    }
  });
});

describe('a view that cannot draw the question', () => {
  it.each([
    ['Visualization Warning', 'Minimum 1 groups required', 'without a group, one row'],
    ['Visualization Limit', 'Maximum 2 groups exceeded', 'per week and person, twelve rows'],
  ])('says so under %s and offers the table', async (title, reason, name) => {
    const { answer, query } = sampleNamed(name);
    const [group] = query.groupBys;
    const groupBys = group ? [...query.groupBys, { ...group, unit: 'month' as const }] : [];
    draw(known('heatMap'), { name, answer, query: { ...query, groupBys } });
    await expect.element(page.getByText(title)).toBeVisible();
    await expect
      .element(page.getByText(`${reason}. Modify the query to meet the requirements.`))
      .toBeVisible();
    await page.getByRole('button', { name: 'View as Table' }).click();
    await expect.element(page.getByRole('grid', { name: 'Commits, as a table' })).toBeVisible();
  });
});

describe('periods', () => {
  it('hatch what is not over, and draw a week without commits as zero', async () => {
    const { query, answer } = sampleNamed('per week, twelve rows');
    const holes = {
      ...answer,
      numRows: 11,
      meta: { ...answer.meta, total: 11 },
      get: (key: string, row: number) => answer.get(key, row < 5 ? row : row + 1),
    };
    draw(known('barChart'), { name: '', query, answer: holes }, { displayType: 'lines' });
    await expect
      .element(page.getByRole('button', { name: 'Jul 6, 2026 0', exact: true }))
      .toBeInTheDocument();
    expect(frame.querySelectorAll('[data-mark]')).toHaveLength(12);
    drawNothing();
    draw(known('barChart'), sampleNamed('per week, 10,000 rows'));
    await expect.poll(() => frame.querySelectorAll('[fill^="url("]').length).toBeGreaterThan(0);
  });
});
