import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { at, exploreUnderTest, open } from '../test/explore-page.tsx';

exploreUnderTest();
beforeEach(() => page.viewport(390, 844));
afterEach(() => page.viewport(1_280, 800));

const LONG = 'a_rather_long_name_of_a_repository_'.repeat(6);
const right = (element: Element | null) => element?.getBoundingClientRect().right ?? Number.NaN;

it('keeps long clauses and remedies inside a narrow page', async () => {
  const filters = [{ target: 'Repository', attribute: 'name', comparison: { IN: [LONG] } }];
  open(at({ select: ['Commit'], search: 'nothing', filters }));
  const clause = page.getByRole('button', { name: /^Where/ });
  await expect.element(clause).toBeVisible();
  const remove = page.getByRole('button', { name: /^Remove Where/ }).element();
  const bar = remove.closest('[role=toolbar], [role=group]') ?? remove.parentElement?.parentElement ?? null;
  expect(right(remove)).toBeLessThanOrEqual(right(bar));
  expect(right(bar)).toBeLessThanOrEqual(390);
  const remedy = page.getByRole('button', { name: /^Remove “/ });
  await expect.element(remedy).toBeVisible();
  expect(right(remedy.element())).toBeLessThanOrEqual(390);
  expect(remedy.element().scrollWidth).toBeLessThanOrEqual(remedy.element().clientWidth);
});
