import axe from 'axe-core';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { UiProvider } from '@cairn/ui';
import { Gallery } from './gallery.tsx';
import { TEXT_PAIRS } from './tokens.tsx';

let root: Root | null = null;
const settled = async () => {
  const ending = document
    .getAnimations()
    .filter((animation) => animation.effect?.getTiming().iterations !== Infinity);
  await Promise.all(ending.map((animation) => animation.finished.catch(() => undefined)));
};
const show = async (colorScheme: 'light' | 'dark') => {
  root = createRoot(document.body.appendChild(document.createElement('main')));
  root.render(
    <UiProvider colorScheme={colorScheme}>
      <Gallery />
    </UiProvider>,
  );
  await expect.element(page.getByRole('heading', { name: 'Gallery' })).toBeVisible();
  await expect.element(page.getByText('What we look at each week')).toBeVisible();
  await settled();
};

afterEach(() => {
  root?.unmount();
  document.body.replaceChildren();
});

function luminance(color: string): number {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) throw new Error('no canvas');
  context.fillStyle = color;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
  const part = (value: number) => {
    const share = value / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * part(red) + 0.7152 * part(green) + 0.0722 * part(blue);
}

function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

const violations = async () => {
  await settled();
  const { violations: found } = await axe.run(document.body, {
    rules: { 'page-has-heading-one': { enabled: true }, region: { enabled: false } },
  });
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
};

describe.each(['light', 'dark'] as const)('in the %s theme', (colorScheme) => {
  it('keeps every pair of text and background at WCAG AA', async () => {
    await show(colorScheme);
    const probe = document.body.appendChild(document.createElement('i'));
    const value = (token: string) => {
      probe.style.color = `var(--cn-${token})`;
      return getComputedStyle(probe).color;
    };
    const weak = TEXT_PAIRS.map(([text, background]) => ({
      pair: `${text} on ${background}`,
      ratio: contrast(value(text), value(background)),
    })).filter(({ ratio }) => ratio < 4.5);
    probe.remove();
    expect(weak).toEqual([]);
  });

  it('has no finding of axe, at rest and with a menu, a dialog and a calendar open', async () => {
    await show(colorScheme);
    expect(await violations()).toEqual([]);
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await expect.element(page.getByRole('menuitem', { name: 'Rename' })).toBeVisible();
    expect(await violations()).toEqual([]);
    await userEvent.keyboard('{Escape}');
    await page.getByRole('button', { name: /^Period/ }).click();
    await expect.element(page.getByRole('button', { name: 'Last 90 days' })).toBeVisible();
    await expect.element(page.getByRole('dialog', { name: 'Period' }).getByRole('table')).toBeVisible();
    expect(await violations()).toEqual([]);
    await userEvent.keyboard('{Escape}');
    await page.getByRole('button', { name: 'Dialog', exact: true }).click();
    await expect.element(page.getByRole('dialog', { name: 'Board settings' })).toBeVisible();
    // Elements that are fading in have no contrast yet.
    await expect.poll(violations).toEqual([]);
  });
});

it('injects no style element of its own, so that a strict CSP can hold', async () => {
  const styles = () =>
    [...document.querySelectorAll('style')]
      .filter((style) => !style.dataset['viteDevId'])
      .map((style) => style.textContent.slice(0, 80));
  const before = styles();
  await show('light');
  await page.getByRole('button', { name: 'Dialog', exact: true }).click();
  await expect.element(page.getByRole('dialog', { name: 'Board settings' })).toBeVisible();
  expect(styles()).toEqual(before);
});
