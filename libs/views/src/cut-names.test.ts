import { expect, it } from 'vitest';
import { cutNames } from './cut-names.ts';
import { truncateToWidth } from './format.ts';

it('names that have room are shown whole', () => {
  expect(cutNames(['src/a.ts', 'src/b.ts'], 16)).toEqual(['src/a.ts', 'src/b.ts']);
});

it('files of one name differ by the folder in which their paths part', () => {
  const paths = ['bar', 'tree-map', 'heat-map'].map((folder) => `libs/views/src/${folder}/definition.ts`);
  expect(cutNames(paths, 16)).toEqual(['…bar/definition…', '…tree-map/defin…', '…heat-map/defin…']);
});

it('a path that no other looks like keeps its end', () => {
  const names = ['libs/views/src/bar/definition.ts', 'libs/views/src/tree-map/tree-map-view.tsx'];
  expect(cutNames(names, 20)).toEqual(['libs/…/definition.ts', 'l…/tree-map-view.tsx']);
});

it('names that part at two places are told apart at both', () => {
  const names = ['one', 'two'].flatMap((folder) =>
    ['left', 'right'].map((side) => `a-long-folder/${folder}-${'x'.repeat(20)}-${side}/index.ts`),
  );
  const shown = cutNames(names, 16);
  expect(new Set(shown).size).toBe(4);
  expect(shown.every(({ length }) => length <= 16)).toBe(true);
});

it('texts that begin alike are told apart too, and equal names stay equal', () => {
  const [jest, vite] = ['Bump the version of jest', 'Bump the version of vite'];
  expect(cutNames([jest, vite, jest], 12)).toEqual(['…jest', '…vite', '…jest']);
});

it('names of capitals are cut by their width', () => {
  expect(cutNames(['ARCHITECTURE.md'], 15, truncateToWidth)).toEqual(['ARCHITECTUR…']);
});
