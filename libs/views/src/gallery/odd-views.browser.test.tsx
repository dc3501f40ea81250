import { UiProvider } from '@cairn/ui';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { offeredViews } from '../views.ts';
import { ODD_SHAPES } from './odd-answers.ts';
import { OddViews } from './views-gallery.tsx';

/** The texts of a picture that reach out of its card sideways. */
function cutTexts(card: Element, room: DOMRect): string[] {
  return [...card.querySelectorAll('[data-chart] svg text')].flatMap((text) => {
    const { left, right, width } = text.getBoundingClientRect();
    const isCut = width > 0 && (left < room.left - 1 || right > room.right + 1);
    return isCut ? [`“${text.textContent.slice(0, 30)}”`] : [];
  });
}

/** The texts of a picture that lie over each other. */
function textsOverEachOther(card: Element): string[] {
  const texts = [...card.querySelectorAll('[data-chart] svg text')].flatMap((text) => {
    const box = text.getBoundingClientRect();
    return box.width > 0 && text.textContent !== '' ? [{ box, said: text.textContent.slice(0, 20) }] : [];
  });
  return texts.flatMap(({ box, said }, at) =>
    texts.slice(0, at).flatMap(({ box: other, said: before }) => {
      const across = Math.min(box.right, other.right) - Math.max(box.left, other.left);
      const down = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top);
      return across > 3 && down > 5 ? [`“${before}” and “${said}”`] : [];
    }),
  );
}

/** Faults that a drawn view must not have, each with the answer that it has it over. */
function faultsOf(card: Element): string[] {
  const drawn = card.querySelector('[data-view]');
  const [box, room] = [drawn?.getBoundingClientRect(), card.getBoundingClientRect()];
  const faults = [
    ...(card.textContent.includes('could not be drawn') ? ['throws'] : []),
    ...(/NaN|Infinity|undefined|\[object/.test(card.innerHTML) ? ['draws what is no number'] : []),
    ...(box && box.right > room.right + 1 ? ['is wider than its card'] : []),
    ...cutTexts(card, room).map((text) => `cuts off ${text}`),
    ...textsOverEachOther(card)
      .slice(0, 3)
      .map((texts) => `writes over each other ${texts}`),
    ...(card.querySelectorAll('*').length > 20_000 ? ['draws too much'] : []),
    ...(drawn?.querySelector('svg, [role=row]') && !drawn.querySelector('[aria-label]')
      ? ['has no name']
      : []),
  ];
  return faults.map((fault) => `${card.querySelector('h3')?.textContent}: ${fault}`);
}

/** The room on the narrowest screen, where names and axes are cut off first. */
const WIDTH = 342;

let root: Root;

describe('on the narrowest screen', () => {
  afterEach(() => {
    root.unmount();
    document.body.replaceChildren();
  });

  it.each(offeredViews().map((offered) => [offered.label, offered] as const))(
    '%s is drawn over every odd answer',
    async (_, { view, config }) => {
      const frame = document.body.appendChild(document.createElement('main'));
      frame.style.width = `${WIDTH}px`;
      root = createRoot(frame);
      root.render(
        <UiProvider colorScheme="light">
          <OddViews view={view} config={config} />
        </UiProvider>,
      );
      await expect.element(page.getByText('No Results Found')).toBeVisible();
      const cards = () => [...frame.querySelectorAll('li:has(> h3)')];
      const isDrawn = (card: Element) =>
        /No Results Found|No group has a value|could not be drawn/.test(card.textContent) ||
        card.querySelector('[data-mark], [data-figure], [role=row], [data-chart] svg') !== null;
      await expect.poll(() => cards().filter(isDrawn).length).toBe(ODD_SHAPES.length);
      expect(cards().flatMap(faultsOf)).toEqual([]);
    },
  );
});
