import { Query } from '@cairn/query';
import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { asked, exploreUnderTest, NOTHING, open, services } from '../test/explore-page.tsx';
import { QuestionView } from './question-view.tsx';

exploreUnderTest();

const picture = (value: string, groupBys: object[], onViewChange = vi.fn()) => {
  const query = Query.parse({ select: ['Commit'], groupBys });
  const view = { value, config: {} };
  const node = <QuestionView {...{ query, view, onViewChange }} label="Commits" height={300} />;
  open('/acme/home', NOTHING, 'light', node);
  return onViewChange;
};
const author = { target: 'Person', attribute: 'name' };
const week = { target: 'Commit', attribute: 'committedAt', unit: 'week' };

it('offers what can be marked on its time axis to who points at it, asks for it, and tells the new view', async () => {
  const onViewChange = picture('barChart', [week]);
  await page.getByRole('group', { name: 'Commits' }).hover();
  await page.getByRole('button', { name: 'View settings' }).click();
  await page.getByRole('switch', { name: 'Releases' }).click();
  expect(onViewChange).toHaveBeenCalledWith(
    expect.objectContaining({ value: 'barChart', config: expect.objectContaining({ releases: true }) }),
  );
  await expect.poll(() => asked.some(({ body }) => body.select?.includes('Release'))).toBe(true);
});

it('has every setting of its view, and tells each change to who keeps it', async () => {
  const onViewChange = picture('barChart', [author]);
  await page.getByRole('group', { name: 'Commits' }).hover();
  await page.getByRole('button', { name: 'View settings' }).click();
  await page.getByRole('switch', { name: 'Values on the bars' }).click();
  expect(onViewChange).toHaveBeenCalledWith(
    expect.objectContaining({ value: 'barChart', config: expect.objectContaining({ values: false }) }),
  );
});

it('offers nothing where nobody keeps the view, and nothing can be marked on it', async () => {
  const query = Query.parse({ select: ['Commit'], groupBys: [author] });
  const view = { value: 'barChart', config: {} };
  open('/acme/home', NOTHING, 'light', <QuestionView {...{ query, view }} label="Commits" height={300} />);
  await page.getByRole('group', { name: 'Commits' }).hover();
  await expect.element(page.getByRole('button', { name: /Ada/ })).toBeInTheDocument();
  expect(page.getByRole('button', { name: 'View settings' }).query()).toBeNull();
});

it('opens the menu of a mark by key again and again, and gives the focus back', async () => {
  picture('barChart', [author]);
  const mark = page.getByRole('button', { name: /Ada/ });
  await expect.element(mark).toBeInTheDocument();
  const menu = page.getByRole('menu', { name: 'Explore this value' });
  for (const time of ['first', 'second', 'third']) {
    (mark.element() as SVGElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(menu, { message: `the ${time} time` }).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(menu).not.toBeInTheDocument();
    await expect.poll(() => document.activeElement?.getAttribute('data-mark')).toBe('0');
  }
});

it('draws every row whole above the line that says of how many values it is', async () => {
  const aggregations = [{ target: 'Commit', attribute: 'additions', reducer: 'median' }];
  const query = Query.parse({ select: ['Commit'], groupBys: [author], aggregations });
  const node = (
    <QuestionView query={query} view={{ value: 'barChart', config: {} }} label="Lines" mostHeight={400} />
  );
  open('/acme/home', NOTHING, 'light', node);
  const line = page.getByText('Median of 1,204 values; 87 more have none.');
  await expect.element(line).toBeVisible();
  await expect.element(page.getByRole('button', { name: /Grace/ })).toBeInTheDocument();
  const hidden = () => {
    const { scrollHeight = 0, clientHeight = 0 } = document.querySelector('[data-scroll]') ?? {};
    return scrollHeight - clientHeight;
  };
  await expect.poll(hidden).toBe(0);
});

it('says in words that it names something unknown, and where that is removed', async () => {
  services.unknown = { name: 'fooBar', closest: [] };
  picture('barChart', [{ target: 'Commit', attribute: 'fooBar' }]);
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent(
      'This question names something unknownCommits have nothing called “fooBar”. Open the question in Explore to remove it.',
    );
  expect(page.getByRole('button', { name: 'Try again' }).query()).toBeNull();
});
