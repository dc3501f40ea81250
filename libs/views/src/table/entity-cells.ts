import type { CellValue, ResultSet } from '@cairn/answer';
import type { Column } from '@cairn/contracts';

/** A cell of the entity of its row carries its uuid under this name. */
export const ENTITY_CELL = 'data-entity-cell';
/** A cell that may name another entity carries the key of its column, beside the number of its row. */
export const NAME_CELL = 'data-name-cell';

/** What a cell of a table says of an entity. */
export type EntityCell = { readonly uuid: string } | { readonly column: Column; readonly value: CellValue };

/** The selector of the cells that name entities. */
export const ENTITY_CELLS = `[${ENTITY_CELL}], [${NAME_CELL}]`;

/** What a cell that the pointer is on says of an entity of an answer; null where it says nothing. */
export function entityCell(answer: ResultSet, cell: Element): EntityCell | null {
  const uuid = cell.getAttribute(ENTITY_CELL);
  if (uuid) return { uuid };
  const column = answer.columns.find(({ key }) => key === cell.getAttribute(NAME_CELL));
  const row = Number(cell.getAttribute('data-row'));
  return column ? { column, value: answer.get(column.key, row) } : null;
}
