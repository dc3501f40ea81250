import { AppError } from '@cairn/contracts';
import type { SourceRow } from '../store/source-row.ts';
import { type Connector, connectorOf } from './connector.ts';
import { liesInAny } from './folders.ts';

/** Why a source is not read whose folder its org may not read. */
export const outsideFolders = () =>
  new AppError(
    'source_unavailable',
    'This source lies outside the folders that this organization may read, so nothing new is read. What was read before stays. A superuser of this Cairn can allow its folder.',
  );

/** The folder that a source reads; undefined where it reads none. */
export const findFolder = (connectors: readonly Connector[], { type, settings }: SourceRow) =>
  connectorOf(connectors, type)?.folderOf?.(settings);

/** Whether a source reads a folder that is not among those that its org may read. */
export async function isOutside(
  connectors: readonly Connector[],
  source: SourceRow,
  folders: readonly string[],
): Promise<boolean> {
  const path = findFolder(connectors, source);
  return path !== undefined && !(await liesInAny(path, folders));
}
