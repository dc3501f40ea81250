import { createFakeHost, FakeHost } from '@cairn/host/fake';
import type { Host } from '@cairn/host';
import { UiProvider } from '@cairn/ui';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import axe from 'axe-core';
import type { ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';

export type FakeHostCalls = ReturnType<typeof createFakeHost>;

let root: Root | null = null;

/** Renders into a `main` of the empty document, inside a fake host. */
export function show(
  content: ReactNode,
  options: { scheme?: 'light' | 'dark'; host?: Partial<Host> } = {},
): FakeHostCalls {
  const host = createFakeHost({ timezone: 'Europe/Berlin', ...options.host });
  const queries = new QueryClient({ defaultOptions: { queries: { retryDelay: 1 } } });
  document.documentElement.dataset['mantineColorScheme'] = options.scheme ?? 'light';
  root = createRoot(document.body.appendChild(document.createElement('main')));
  root.render(
    <UiProvider colorScheme={options.scheme ?? 'light'}>
      <QueryClientProvider client={queries}>
        <FakeHost host={host}>{content}</FakeHost>
      </QueryClientProvider>
    </UiProvider>,
  );
  return host;
}

/** Removes what was shown. */
export function clear(): void {
  root?.unmount();
  document.body.replaceChildren();
}

/** The calls of the fake host under a name. */
export function calls(host: FakeHostCalls, name: string): FakeHostCalls['calls'] {
  return host.calls.filter(([each]) => each === name);
}

/** The violations that axe finds after all animations. */
export async function violations(): Promise<string[]> {
  await Promise.all(document.getAnimations().map((each) => each.finished.catch(() => undefined)));
  const { violations: found } = await axe.run(document.body, { rules: { region: { enabled: false } } });
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}
