import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from './front-ends.ts';
import { modulesOf, viewModules } from './view-modules.ts';

const has = (paths: ReadonlySet<string>, path: string) => paths.has(join(ROOT, path));

it('what a list of views imports is for choosing; what three views import is for drawing', () => {
  const load = (...paths: string[]) => ({
    imports: paths.map((path) => ({ path, kind: 'dynamic-import' as const })),
  });
  const uses = (...paths: string[]) => ({
    imports: paths.map((path) => ({ path, kind: 'import-statement' as const })),
  });
  const views = ['one', 'two', 'three'];
  const { choosing, drawing } = modulesOf(
    {
      index: uses(...views.map((name) => `${name}/definition`)),
      ...Object.fromEntries(views.map((name) => [`${name}/definition`, load(`${name}/view`)])),
      'one/view': uses('chart', 'words'),
      'two/view': uses('chart', 'one/definition'),
      'three/view': uses('chart'),
      chart: uses('tip'),
    },
    'index',
  );
  expect([...choosing]).toEqual(
    ['index', ...views.map((name) => `${name}/definition`)].map((path) => join(ROOT, path)),
  );
  expect([...drawing]).toEqual(['chart', 'tip'].map((path) => join(ROOT, path)));
});

it('no view of the product is loaded to choose one, and charts share what they are drawn with', () => {
  const { choosing, drawing } = viewModules();
  expect(has(choosing, 'libs/views/src/bar/definition.ts')).toBe(true);
  expect(
    [...choosing].filter((path) => path.endsWith('-view.tsx') && !path.endsWith('drawn-view.tsx')),
  ).toEqual([]);
  expect(has(drawing, 'libs/views/src/chart.tsx')).toBe(true);
  expect([...drawing].filter((path) => choosing.has(path))).toEqual([]);
});
