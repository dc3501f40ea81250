import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { createRoot, type Root } from 'react-dom/client';
import { keepCollapsed } from './kept-collapse.ts';
import { drawFirstFrame, removeFirstFrame } from './first-frame.ts';
import { FirstWaiting } from './first-waiting.tsx';

const frame = () => document.querySelector<HTMLElement>('[data-first-frame]');
let place: HTMLElement;
let root: Root;
beforeEach(() => {
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
});
afterEach(async () => {
  root.unmount();
  place.remove();
  removeFirstFrame();
  localStorage.clear();
  await page.viewport(1_440, 900);
});

describe('the first frame', () => {
  it.each([
    ['as wide as the sidebar', 1_440, false, { left: 0, width: 228, height: 900 }],
    ['as narrow as a sidebar that was collapsed', 1_440, true, { left: 0, width: 52, height: 900 }],
    ['narrow in a narrow window', 1_024, false, { left: 0, width: 52, height: 900 }],
    ['a bar above in the window of a phone', 390, false, { left: 0, width: 390, height: 48 }],
  ])('is %s', async (_, width, collapsed, box) => {
    await page.viewport(width, 900);
    keepCollapsed('acme', collapsed);
    drawFirstFrame('/acme/home');
    expect(frame()?.getBoundingClientRect()).toMatchObject(box);
    const logo = frame()?.querySelector('svg')?.getBoundingClientRect();
    expect([logo?.left, logo?.top]).toEqual(width === 390 ? [14, 14] : [16, 16]);
  });

  it.each(['/', '/orgs', '/onboarding', '/sign-in'])('is not there at %s, outside of any org', (path) => {
    drawFirstFrame(path);
    expect(frame()).toBeNull();
  });

  it('leaves with what waits beside it', async () => {
    drawFirstFrame('/acme/home');
    root.render(<FirstWaiting />);
    const waiting = page.getByRole('status', { name: 'Loading' });
    await expect.element(waiting).toBeInTheDocument();
    expect(waiting.element().getBoundingClientRect().left).toBe(228);
    root.render(<p>The page</p>);
    await expect.poll(frame).toBeNull();
  });
});
