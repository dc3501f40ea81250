import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { readPackages, sourceFiles } from './fence.ts';

const OWNER = 'libs/ui';
/** Names of libs/ui and of the library that it is made of. */
const FOREIGN_SELECTOR = /(?<![\w-])\.(?:cn|mantine)-[\w-]+/;
const FOREIGN_CLASS = /(?<![\w-])cn-[\w-]+/g;

/** Whether a selector names a class of a package without one of its own sheet. */
const isBareGlobal = (selector: string) =>
  selector.includes(':global') && !/\.[\w-]/.test(selector.replaceAll(/:global\([^)]*\)/g, ''));

function styleSheets(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (name === 'node_modules' || name === 'dist' || name.startsWith('.')) return [];
    if (statSync(path).isDirectory()) return styleSheets(path);
    return name.endsWith('.css') ? [path] : [];
  });
}

/** The fault of a style sheet outside of libs/ui. */
function sheetFault(file: string): string | undefined {
  if (!file.endsWith('.module.css')) return 'a style sheet is a CSS module beside its component';
  const source = readFileSync(file, 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '');
  const foreign = FOREIGN_SELECTOR.exec(source)?.[0];
  if (foreign) return `${foreign} belongs to libs/ui; use a prop or className of the widget`;
  const selectors = [...source.matchAll(/([^{};]+)\{/g)].flatMap(([, list = '']) => list.split(','));
  return selectors.some(isBareGlobal)
    ? 'a style sheet of a component styles nothing outside of it'
    : undefined;
}

/** Style sheets and classes that reach out of their component, as `file: why`. */
export function findStyleFaults(root: string): string[] {
  const packages = readPackages(root).filter(({ path }) => path !== OWNER);
  return packages.flatMap(({ path }) => {
    const folder = join(root, path);
    const sheets = styleSheets(folder).flatMap((file) => {
      const fault = sheetFault(file);
      return fault ? [`${relative(root, file)}: ${fault}`] : [];
    });
    const classes = sourceFiles(folder)
      .filter((file) => /(?<!\.test)\.tsx$/.test(file))
      .flatMap((file) =>
        [...readFileSync(file, 'utf8').matchAll(FOREIGN_CLASS)].map(
          ([name]) => `${relative(root, file)}: the class ${name} belongs to libs/ui; use its component`,
        ),
      );
    return [...sheets, ...classes];
  });
}
