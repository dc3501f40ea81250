import { createFakeHost, undoLast } from '@cairn/host/fake';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { aLink, aQuery, axeFindings, clearPage, drawAt, FakeOrg } from '../../test/workspace-under-test.tsx';

const { org: acme } = createFakeHost();
const asSuper = { org: { ...acme, role: 'super' as const } };
const card = { kind: 'explore', title: 'Commits', state: { params: { select: ['Commit'] }, viz: [] } };
const cards = { layout: [{ i: 'a', x: 0, y: 0, w: 6, h: 6 }], data: { a: card } };

let org: FakeOrg;
beforeEach(() => {
  org = new FakeOrg();
  org.links = [
    aLink({ id: 't1', name: 'Where work goes', type: 'digest-v2', state: JSON.stringify(cards) }),
    aLink({ id: 't2', name: 'Another', type: 'digest-v2' }),
    aLink({ id: 'r1', name: 'Monthly', type: 'narrative-v1', state: '{"topics":["t1","gone"]}' }),
    aLink({
      id: 'c1',
      name: 'Reviewing in time',
      type: 'competency-v1',
      state: '{"topics":["t1"],"text":"Within a day"}',
    }),
    aQuery('q1', 'Commits by person'),
  ];
});
afterEach(() => clearPage());

const button = (name: string) => page.getByRole('button', { name, exact: true });
const heading = (name: string) => page.getByRole('heading', { name, exact: true });
const stateOf = (id: string) =>
  JSON.parse(org.links.find((link) => link.id === id)?.state ?? '{}') as unknown;
const toastsOf = (host: { calls: readonly (readonly unknown[])[] }) =>
  host.calls.flatMap(([name, toast]) => (name === 'toast' ? [(toast as { message: string }).message] : []));

it.each([
  ['topics', 'topic'],
  ['reports', 'report'],
  ['competency', 'competency'],
])('the page %s says of an address of nothing that there is no such %s', async (path, word) => {
  drawAt(`/acme/${path}/none`, org, asSuper);
  await expect.element(page.getByText(`There is no such ${word}`)).toBeVisible();
  await expect.element(button('Open the library')).toBeVisible();
  expect(page.getByRole('alert').query()).toBeNull();
});

describe.each([
  ['topics/list', 'Topics', 'topic', 'Where work goes', 'A topic is an analysis of some queries in words.'],
  ['reports/list', 'Reports', 'report', 'Monthly', 'A report collects topics'],
  ['competency/dashboard', 'Competencies', 'competency', 'Reviewing in time', 'A competency is something'],
])('the page %s', (path, title, word, name, about) => {
  it.each(['light', 'dark'] as const)(
    'lists what there is and says what it cannot do yet, in %s',
    async (theme) => {
      const host = drawAt(`/acme/${path}`, org, asSuper, theme);
      await expect.element(heading(title)).toBeVisible();
      await expect.element(page.getByText(about)).toBeVisible();
      await expect.element(page.getByText(name, { exact: true })).toBeVisible();
      expect(page.getByText('Commits by person').query()).toBeNull();
      expect(await axeFindings()).toEqual([]);
      await button(`Add ${name} to favorites`).click();
      await expect.poll(() => toastsOf(host)).toEqual([`${name} added to favorites`]);
      await button(`Remove ${name} from favorites`).click();
      await expect.poll(() => toastsOf(host).at(-1)).toBe(`${name} removed from favorites`);
    },
  );

  it('fits a phone, menu of its rows included', async () => {
    await page.viewport(390, 844);
    drawAt(`/acme/${path}`, org, asSuper);
    const menu = button(`Actions for ${name}`);
    await expect.element(menu).toBeVisible();
    expect(menu.element().getBoundingClientRect().right).toBeLessThan(390);
    await page.viewport(1280, 800);
    await expect.element(page.getByRole('columnheader', { name: 'Visibility' })).toBeVisible();
  });

  it('creates one, renames it and deletes it', async () => {
    drawAt(`/acme/${path}`, org, asSuper);
    await button(`New ${word}`).click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Fresh');
    await button(`Create ${word}`).click();
    await expect.element(heading('Fresh')).toBeVisible();
    clearPage();
    drawAt(`/acme/${path}`, org, asSuper);
    await button('Actions for Fresh').click();
    await page.getByRole('menuitem', { name: 'Edit details' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Fresher');
    await button('Save').click();
    await button('Actions for Fresher').click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('button', { name: /^Delete / }).click();
    await expect.poll(() => org.links.some((link) => link.name === 'Fresher')).toBe(false);
  });

  it('offers creating to super admins alone, and keeps what was typed after a failure', async () => {
    drawAt(`/acme/${path}`, org);
    await expect.element(page.getByText(name, { exact: true })).toBeVisible();
    expect(button(`New ${word}`).query()).toBeNull();
    clearPage();
    const failure = { error: { code: 'internal', message: 'It broke.' } };
    org.failures.set('/deep-links/create', { status: 500, body: failure });
    drawAt(`/acme/${path}`, org, asSuper);
    await button(`New ${word}`).click();
    const field = page.getByRole('textbox', { name: 'Name', exact: true });
    await field.fill('Typed');
    await button(`Create ${word}`).click();
    await expect.element(page.getByText('There was a problem, please try again. It broke.')).toBeVisible();
    await expect.element(field).toHaveValue('Typed');
  });
});

describe('a topic', () => {
  it('shows its queries and says that it has no text yet', async () => {
    drawAt('/acme/topics/t1', org);
    await expect.element(page.getByText(/No language model is connected/)).toBeVisible();
    await expect.element(heading('Commits')).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Open in Explore' })).toBeVisible();
    expect(document.querySelector('[data-part="explore/QuestionView"]')).not.toBeNull();
  });

  it('takes and loses data sources while it is edited', async () => {
    const host = drawAt('/acme/topics/t1/edit.v2', org);
    await button('Add Data Source').click();
    await button('Add Commits by person').click();
    await expect.poll(() => toastsOf(host)).toEqual(['Added data source']);
    await page.getByRole('button', { name: 'Close' }).click();
    await button('Remove Commits').click();
    await expect.poll(() => toastsOf(host)).toEqual(['Added data source', 'Removed data source']);
    await expect.element(heading('Commits by person')).toBeVisible();
    await expect.element(heading('Commits')).not.toBeInTheDocument();
    undoLast(host);
    await expect.element(heading('Commits')).toBeVisible();
    const { layout, data } = stateOf('t1') as { layout: { i: string }[]; data: Record<string, object> };
    expect(layout.map(({ i }) => data[i])).toMatchObject([
      { title: 'Commits' },
      { title: 'Commits by person' },
    ]);
  });

  it('offers no change to whoever may only read it', async () => {
    org.links = [aLink({ id: 't1', name: 'Theirs', type: 'digest-v2', canEdit: false })];
    drawAt('/acme/topics/t1/edit.v2', org);
    await expect.element(page.getByText('Whoever may edit it adds saved queries.')).toBeVisible();
    expect([button('Done').query(), button('Add Data Source').query()]).toEqual([null, null]);
  });
});

describe.each([
  ['topic', 'topics/t1', 'Where work goes', 't1'],
  ['report', 'reports/r1', 'Monthly', 'r1'],
])('the bell of a %s', (kind, path, name, id) => {
  it('begins and ends to follow it', async () => {
    const host = drawAt(`/acme/${path}`, org);
    await button('Follow').click();
    await expect.poll(() => toastsOf(host)).toEqual([`You follow ${name}`]);
    expect(org.followed).toMatchObject([{ kind, id }]);
    await button('Stop following').click();
    await expect.poll(() => org.followed).toEqual([]);
  });
});

it('a competency has no bell, because nobody can follow one', async () => {
  drawAt('/acme/competency/c1', org);
  await expect.element(button('Add to favorites')).toBeVisible();
  await expect.poll(() => org.asked.some(({ path }) => path.endsWith('/list'))).toBe(true);
  expect(button('Follow').query()).toBeNull();
});

describe('a report', () => {
  it('leads to its topics, counts those that cannot be seen, takes others and gives back', async () => {
    const host = drawAt('/acme/reports/r1', org);
    await expect
      .element(page.getByRole('link', { name: 'Where work goes' }))
      .toHaveAttribute('href', '/acme/topics/t1');
    await expect.element(page.getByText('1 more were deleted, or are not shared with you.')).toBeVisible();
    await page.getByRole('combobox', { name: 'Add a topic' }).click();
    await page.getByRole('option', { name: 'Another' }).click();
    await expect.poll(() => stateOf('r1')).toMatchObject({ topics: ['t1', 'gone', 't2'] });
    await button('Move Another up').click();
    await expect.poll(() => stateOf('r1')).toMatchObject({ topics: ['t1', 't2', 'gone'] });
    await button('Remove Where work goes').click();
    await expect.poll(() => stateOf('r1')).toMatchObject({ topics: ['t2', 'gone'] });
    await expect.poll(() => toastsOf(host)).toEqual(['Removed Where work goes']);
    await button('Remove Another').click();
    await expect.poll(() => toastsOf(host)).toContain('Removed Another');
    undoLast(host);
    await expect.poll(() => stateOf('r1')).toMatchObject({ topics: ['t2', 'gone'] });
    undoLast(host, 'Removed Where work goes');
    await expect.poll(() => stateOf('r1')).toMatchObject({ topics: ['t1', 't2', 'gone'] });
  });
});

describe('a report that an entity opened', () => {
  const launch = { n: 'Monthly: CATALOG-392', d: ['t2'], o: { Issue: ['CATALOG-392'] }, tf: 'P30D' };

  it('says what it is narrowed to and for which time, and shows the chosen topics', async () => {
    drawAt(`/acme/reports/r1?s=${encodeURIComponent(JSON.stringify(launch))}&mode=render`, org);
    const about = page.getByRole('group', { name: 'What this report is about' });
    await expect.element(about).toHaveTextContent('Monthly: CATALOG-392Issue: CATALOG-392Last 30 days');
    await expect.element(page.getByRole('link', { name: 'Another' })).toBeVisible();
    expect(page.getByRole('link', { name: 'Where work goes' }).query()).toBeNull();
    expect(page.getByRole('checkbox').query()).toBeNull();
    expect(page.getByRole('combobox', { name: 'Add a topic' }).query()).toBeNull();
    expect(await axeFindings()).toEqual([]);
  });

  it('opens its topics narrowed alike', async () => {
    const questions: unknown[] = [];
    const renderPart = (_: string, props: object) => {
      if ('query' in props) questions.push(props.query);
      return null;
    };
    const s = encodeURIComponent(JSON.stringify({ ...launch, d: ['t1'] }));
    drawAt(`/acme/reports/r1?s=${s}&mode=render`, org, { renderPart });
    await page.getByRole('link', { name: 'Where work goes' }).click();
    await expect.element(heading('Commits')).toBeVisible();
    await expect.element(page.getByText('Issue: CATALOG-392')).toBeVisible();
    expect(questions.at(-1)).toMatchObject({
      duration: 'P30D',
      filters: [{ target: 'Issue', attribute: 'issueKey', comparison: { IN: ['CATALOG-392'] } }],
    });
  });

  it('suggests the topics that whoever may edit it chooses', async () => {
    drawAt('/acme/reports/r1', org);
    await page.getByRole('checkbox', { name: 'Suggest Where work goes' }).click();
    await expect.poll(() => stateOf('r1')).toMatchObject({ suggested: ['t1'] });
    await page.getByRole('checkbox', { name: 'Suggest Where work goes' }).click();
    await expect.poll(() => stateOf('r1')).toMatchObject({ suggested: [] });
  });

  it('stays whole where the address cannot be read', async () => {
    drawAt('/acme/reports/r1?s=%7B&mode=render', org);
    await expect.element(page.getByRole('link', { name: 'Where work goes' })).toBeVisible();
    expect(page.getByRole('group', { name: 'What this report is about' }).query()).toBeNull();
  });

  it('is offered on the pages of the kinds that whoever may edit it chooses', async () => {
    drawAt('/acme/reports/r1', org);
    await page.getByRole('checkbox', { name: 'Issues' }).click();
    await expect.poll(() => stateOf('r1')).toMatchObject({ filterable: ['Issue'] });
    await page.getByRole('checkbox', { name: 'Issues' }).click();
    await expect.poll(() => stateOf('r1')).toMatchObject({ filterable: [] });
  });
});

describe('changes of a record', () => {
  it('that follow one another quickly are all kept, and each shows at once', async () => {
    let answer = () => {};
    org.slow.set('/update', new Promise((resolve) => (answer = resolve)));
    drawAt('/acme/reports/r1', org);
    await page.getByRole('checkbox', { name: 'Issues' }).click();
    await page.getByRole('checkbox', { name: 'People' }).click();
    await expect.element(page.getByRole('checkbox', { name: 'Issues' })).toBeChecked();
    await expect.element(page.getByRole('checkbox', { name: 'People' })).toBeChecked();
    answer();
    await expect.poll(() => stateOf('r1')).toMatchObject({ filterable: ['Issue', 'Person'] });
  });
});

describe('a competency', () => {
  it('says what it is about and leads to its topics', async () => {
    drawAt('/acme/competency/c1', org);
    const about = page.getByRole('textbox', { name: 'What it is about' });
    await expect.element(about).toHaveValue('Within a day');
    await about.fill('Within hours');
    await button('Save').click();
    await expect.poll(() => stateOf('c1')).toMatchObject({ text: 'Within hours', topics: ['t1'] });
    await expect
      .element(page.getByRole('link', { name: 'Where work goes' }))
      .toHaveAttribute('href', '/acme/competency/c1/t1');
  });

  it('keeps what is typed while its topics change, and where it is not saved', async () => {
    const host = drawAt('/acme/competency/c1', org);
    const about = page.getByRole('textbox', { name: 'What it is about' });
    await about.fill('Within hours');
    await button('Remove Where work goes').click();
    await expect.poll(() => stateOf('c1')).toMatchObject({ topics: [] });
    await expect.element(about).toHaveValue('Within hours');
    org.failures.set('/deep-links/update', {
      status: 500,
      body: { error: { code: 'internal', message: 'It broke.' } },
    });
    await button('Save').click();
    await expect.poll(() => toastsOf(host)).toContain('It broke.');
    await expect.element(about).toHaveValue('Within hours');
    org.failures.clear();
    undoLast(host, 'Removed Where work goes');
    await expect.poll(() => stateOf('c1')).toMatchObject({ topics: ['t1'], text: 'Within a day' });
    await expect.element(about).toHaveValue('Within hours');
  });

  it('shows a topic with the way back and to the topics beside it', async () => {
    org.links = org.links.map((link) =>
      link.id === 'c1' ? { ...link, state: '{"topics":["t2","gone","t1"],"text":""}' } : link,
    );
    const host = drawAt('/acme/competency/c1/t1', org);
    await expect.element(heading('Where work goes')).toBeVisible();
    const way = page.getByRole('navigation', { name: 'Competency' });
    await expect.element(way).toHaveTextContent('Topic 2 of 2');
    await expect
      .element(way.getByRole('link', { name: 'Reviewing in time' }))
      .toHaveAttribute('href', '/acme/competency/c1');
    const before = way.getByRole('link', { name: 'Another' });
    await expect.element(before).toHaveAttribute('href', '/acme/competency/c1/t2');
    await expect.element(page.getByRole('link', { name: 'Open in Explore' })).toBeVisible();
    expect(page.getByRole('button', { name: 'Add Data Source' }).query()).toBeNull();
    expect(host.calls).toContainEqual(['setTitle', 'Where work goes']);
    expect(await axeFindings()).toEqual([]);
  });

  it('says where a topic is no longer a part of it', async () => {
    drawAt('/acme/competency/c1/t2', org);
    await expect
      .element(page.getByText('This topic is no longer a part of Reviewing in time.'))
      .toBeVisible();
  });
});
