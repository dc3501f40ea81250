import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keepRoot } from './keep-root.ts';

let root: HTMLElement;
let menu: HTMLElement;
let restored: number;
let stop: () => void;

const body = document.body;
beforeEach(() => {
  restored = 0;
  root = document.body.appendChild(document.createElement('main'));
  menu = document.body.appendChild(document.createElement('aside'));
  stop = keepRoot(root, () => (restored += 1));
});
afterEach(() => {
  stop();
  if (document.body !== body) document.body.replaceWith(body);
  root.remove();
  menu.remove();
});

const settled = () => new Promise((resolve) => setTimeout(resolve));

describe('the root of the page', () => {
  it.each([
    ['empties the body', () => (document.body.innerHTML = '<p>Mine alone</p>')],
    ['removes it', () => root.remove()],
    ['replaces the body', () => document.body.replaceWith(document.createElement('body'))],
  ])('is put back when a script %s', async (_, harm) => {
    harm();
    await settled();
    expect([root.isConnected, restored]).toEqual([true, 1]);
    harm();
    await settled();
    expect([root.isConnected, restored]).toEqual([true, 2]);
  });

  it('comes back with the menus beside it', async () => {
    document.body.replaceChildren();
    await settled();
    expect([root.isConnected, menu.isConnected]).toEqual([true, true]);
  });

  it('is left alone when something else goes', async () => {
    menu.remove();
    await settled();
    expect([menu.isConnected, restored]).toEqual([false, 0]);
  });
});
