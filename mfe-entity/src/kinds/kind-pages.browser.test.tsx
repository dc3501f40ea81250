import { CATALOGUE } from '@cairn/entities';
import { afterEach, vi } from 'vitest';
import { clear } from '../../test/show.tsx';
import { kindPageConformance } from './kind-page.conformance.tsx';
import { KIND_PAGES } from './kinds.ts';

afterEach(() => {
  clear();
  vi.unstubAllGlobals();
});

kindPageConformance(CATALOGUE.kinds, KIND_PAGES);
