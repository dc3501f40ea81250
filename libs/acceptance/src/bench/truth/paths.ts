import { dirname, extname } from 'node:path/posix';

/** The folder of a path; "/" at the top. */
export const folderOf = (path: string): string => (dirname(path) === '.' ? '/' : dirname(path));

/** The first folder of a path; "/" at the top. */
export const topFolderOf = (path: string): string =>
  path.includes('/') ? (path.split('/', 1)[0] ?? '/') : '/';

/** The ending of a path in small letters, without its dot. */
export const endingOf = (path: string): string | null => extname(path).slice(1).toLowerCase() || null;
