import { addressAt } from '@cairn/host';
import { MemoryRouter } from 'react-router-dom';
import { vi } from 'vitest';
import { App } from '../src/app.tsx';
import { ORG } from './entities.ts';
import { fakeFetch } from './fake-graph.ts';
import { clear, show } from './show.tsx';

/** Answers calls from the fake graph. */
export function serveGraph(): void {
  vi.stubGlobal('fetch', vi.fn(fakeFetch));
}

/** Takes away what was drawn and what answered it. */
export function clearPages(): void {
  clear();
  vi.unstubAllGlobals();
}

/** Shows the page of an entity; `search` is the rest of its address. */
export const showPage = (uuid: string, search = '', options: { scheme?: 'light' | 'dark' } = {}) =>
  show(
    <MemoryRouter initialEntries={[addressAt(ORG, 'entity', uuid) + search]}>
      <App />
    </MemoryRouter>,
    options,
  );
