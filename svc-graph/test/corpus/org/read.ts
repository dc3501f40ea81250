/** A value as JSON has it: instants are ISO text in UTC. */
export type CorpusValue = string | number | boolean | null | readonly string[];
export type CorpusRow = Readonly<Record<string, CorpusValue>>;

/** Tables as one reads them: names of columns, then rows; `-` is missing, `""` an empty text, `[]` an empty list. */
export type TableTexts = Readonly<Record<string, string>>;

const NUMERIC = new Set(['BIGINT', 'DOUBLE']);

function valueOf(cell: string, type: string): CorpusValue {
  if (cell === '-') return null;
  if (cell === '""') return '';
  if (NUMERIC.has(type)) return Number(cell);
  if (type === 'BOOLEAN') return cell === 'true';
  if (type === 'VARCHAR[]') return cell === '[]' ? [] : cell.split('; ');
  return cell.replaceAll('¶', '\n');
}

/** Reads the rows of one table by the types of its columns. */
export function readTable(text: string, types: ReadonlyMap<string, string>): CorpusRow[] {
  const [names = [], ...rows] = text
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()));
  return rows.map((cells) => {
    if (cells.length !== names.length) throw new Error(`${cells[0]} has ${cells.length} values`);
    return Object.fromEntries(
      names.map((name, index) => {
        const type = types.get(name);
        if (!type) throw new Error(`no table has the column ${name}`);
        return [name, valueOf(cells[index] ?? '-', type)];
      }),
    );
  });
}
