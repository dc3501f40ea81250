import { Component, Suspense, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { lazyComponent, OutdatedProvider, UiProvider } from './index.ts';

let root: Root;

beforeEach(() => {
  root = createRoot(document.body.appendChild(document.createElement('main')), {
    // The boundary's catch is expected here.
    onCaughtError: () => undefined,
  });
});
afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
});

const draw = (children: ReactNode, outdated = false) =>
  root.render(
    <UiProvider colorScheme="light">
      <OutdatedProvider value={() => Promise.resolve(outdated)}>
        <Suspense fallback={<p>On its way</p>}>{children}</Suspense>
      </OutdatedProvider>
    </UiProvider>,
  );

const Treemap = ({ of }: { of: string }) => <p>Treemap of {of}</p>;
const gone = () => new Error('Loading chunk 7 failed.\n(error: http://cairn.test/assets/7.js)');

/** A load that fails until the file is back. */
function planted(failure: () => Error = gone) {
  const state = { isBack: false, loads: 0 };
  const Lazy = lazyComponent(async () => {
    state.loads += 1;
    await Promise.resolve();
    if (!state.isBack) throw failure();
    return Treemap;
  });
  return { state, Lazy };
}

describe('a component that is loaded on demand', () => {
  it('forgets a failure: Retry loads it when its file is back', async () => {
    const { state, Lazy } = planted();
    draw(<Lazy of="commits" />);
    await expect.element(page.getByRole('alert')).toHaveTextContent('It cannot be reached.');
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect.poll(() => state.loads).toBe(2);
    await expect.element(page.getByRole('alert')).toHaveTextContent('It cannot be reached.');
    state.isBack = true;
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect.element(page.getByText('Treemap of commits')).toBeVisible();
  });

  it('comes back by itself once the browser is online again', async () => {
    const { state, Lazy } = planted();
    draw(<Lazy of="commits" />);
    await expect.element(page.getByRole('alert')).toHaveTextContent('It cannot be reached.');
    state.isBack = true;
    window.dispatchEvent(new Event('online'));
    await expect.element(page.getByText('Treemap of commits')).toBeVisible();
  });

  it('comes back in every place that failed with one Retry', async () => {
    const { state, Lazy } = planted();
    draw([<Lazy key="1" of="commits" />, <Lazy key="2" of="releases" />]);
    await expect.poll(() => page.getByRole('alert').elements().length).toBe(2);
    state.isBack = true;
    await page.getByRole('button', { name: 'Retry' }).first().click();
    await expect.element(page.getByText('Treemap of commits')).toBeVisible();
    await expect.element(page.getByText('Treemap of releases')).toBeVisible();
  });

  it('is loaded anew when it is drawn again later', async () => {
    const { state, Lazy } = planted();
    draw(<Lazy of="commits" />);
    await expect.element(page.getByRole('alert')).toBeVisible();
    draw(<p>Another page</p>);
    await expect.element(page.getByText('Another page')).toBeVisible();
    state.isBack = true;
    draw(<Lazy of="commits" />);
    await expect.element(page.getByText('Treemap of commits')).toBeVisible();
  });

  it('offers Reload where a newer version is deployed', async () => {
    const { Lazy } = planted();
    draw(<Lazy of="commits" />, true);
    await expect.element(page.getByRole('alert')).toHaveTextContent('A newer version of Cairn is there.');
    await expect.element(page.getByRole('button', { name: 'Reload' })).toBeVisible();
  });

  it('says that a script that arrived as garbage cannot be run', async () => {
    const { Lazy } = planted(() => new Error('Loading chunk 7 failed.\n(missing: http://cairn.test/7.js)'));
    draw(<Lazy of="commits" />);
    await expect.element(page.getByRole('alert')).toHaveTextContent('What arrived cannot be run.');
  });

  it('leaves its own errors to the boundary around it', async () => {
    class Outer extends Component<{ children: ReactNode }, { words: string }> {
      override state = { words: '' };
      static getDerivedStateFromError = (error: Error) => ({ words: error.message });
      override render() {
        return this.state.words || this.props.children;
      }
    }
    const Lazy = lazyComponent(() =>
      Promise.resolve((): ReactNode => {
        throw new Error('it drew nonsense');
      }),
    );
    draw(
      <Outer>
        <Lazy />
      </Outer>,
    );
    await expect.element(page.getByText('it drew nonsense')).toBeVisible();
  });
});
