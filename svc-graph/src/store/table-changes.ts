/** What a statement does to the tables of an org's file. */
export type Write =
  | { readonly kind: 'insert' | 'change'; readonly table: string; readonly sql: string }
  /** It may do anything to any of them. */
  | { readonly kind: 'unknown' };

const TARGET = String.raw`(?:temp\.)?"?(\w+)"?(?:[\s(]|$)`;
const INSERT = new RegExp(String.raw`^\s*INSERT\s+INTO\s+${TARGET}`, 'i');
const CHANGE = new RegExp(
  String.raw`^\s*(?:UPDATE|DELETE\s+FROM|INSERT\s+OR\s+(?:REPLACE|IGNORE)\s+INTO)\s+${TARGET}`,
  'i',
);
const HARMLESS =
  /^\s*(?:(?:SELECT|FROM|VALUES|BEGIN|COMMIT|ROLLBACK|CHECKPOINT|SET)\b|CREATE\s+(?:OR\s+REPLACE\s+)?TEMP\b|CREATE\s+TABLE\s+IF\s+NOT\s+EXISTS\b|ALTER\s+TABLE\s+"\w+"\s+ADD\s+COLUMN\b|DROP\s+TABLE\s+(?:IF\s+EXISTS\s+)?temp\.)/i;
const QUERY_OF_PARTS = /^\s*WITH\b(?![\s\S]*\b(?:INSERT|UPDATE|DELETE|MERGE)\s)/i;
const SEVERAL = /;\s*\S/;

const EXPLAINED = /^\s*EXPLAIN(?:\s+ANALYZE)?\b/i;

/** What a statement may write, told from its text; null when it is sure to write no table of the file. */
export function writeOf(explained: string): Write | null {
  const sql = explained.replace(EXPLAINED, '');
  // A semicolon within a text is taken for the end of a statement, which only costs time.
  if (SEVERAL.test(sql)) return { kind: 'unknown' };
  if (HARMLESS.test(sql) || QUERY_OF_PARTS.test(sql)) return null;
  const inserted = INSERT.exec(sql)?.[1];
  if (inserted !== undefined && !/\bON\s+CONFLICT\b/i.test(sql))
    return { kind: 'insert', table: inserted, sql };
  const changed = CHANGE.exec(sql)?.[1];
  return changed === undefined ? { kind: 'unknown' } : { kind: 'change', table: changed, sql };
}

/** Whether a write may have told readers that answers have changed. */
export function publishes(write: Write): boolean {
  return write.kind === 'unknown' || (write.table === 'Meta' && write.sql.includes(`'dataVersion'`));
}

/** A moment in the history of writes. */
export type Mark = number;

/** What has become of some columns of a table: as they were, only more rows at its end, or anything else. */
export type Fate = 'same' | 'grown' | 'changed';

const MANY = 500;

/** The engine takes a name for the same however it is written. */
const nameOf = (text: string): string => text.toLowerCase();

/** Remembers what was written to the tables since this process opened them; nothing else writes there. */
export class TableChanges {
  #now: Mark = 0;
  #unknown: Mark = 0;
  readonly #grown = new Map<string, Mark>();
  /** By table and text: texts are those of our source, of which there are not many. */
  readonly #changed = new Map<string, Map<string, Mark>>();

  /** This moment. What is read from now on may hold what was noted before, and holds nothing that is noted after. */
  mark(): Mark {
    return this.#now;
  }

  /** Notes writes, before they are committed and once more after that. */
  note(writes: readonly Write[]): void {
    this.#now += 1;
    for (const write of writes) this.#noteOne(write);
  }

  #noteOne(write: Write): void {
    if (write.kind === 'unknown') this.#unknown = this.#now;
    else if (write.kind === 'insert') this.#grown.set(nameOf(write.table), this.#now);
    else {
      const texts = this.#changed.get(nameOf(write.table)) ?? new Map<string, Mark>();
      this.#changed.set(nameOf(write.table), texts.set(nameOf(write.sql), this.#now));
      if (texts.size <= MANY) return;
      texts.clear();
      this.#unknown = this.#now;
    }
  }

  /** What became of columns since a mark: a statement that names none of them leaves them as they were. */
  since(mark: Mark, table: string, columns: readonly string[]): Fate {
    if (this.#unknown > mark) return 'changed';
    const touches = (sql: string) =>
      !IN_PLACE.test(sql) || columns.some((name) => sql.includes(nameOf(name)));
    if (this.#changesSince(mark, table).some(touches)) return 'changed';
    return (this.#grown.get(nameOf(table)) ?? 0) > mark ? 'grown' : 'same';
  }

  /** Whether any row may be another one than it was, or lie elsewhere in its table. */
  touched(mark: Mark, table: string): boolean {
    return this.#unknown > mark || this.#changesSince(mark, table).length > 0;
  }

  #changesSince(mark: Mark, table: string): string[] {
    const texts = [...(this.#changed.get(nameOf(table)) ?? [])];
    return texts.filter(([, at]) => at > mark).map(([sql]) => sql);
  }
}

/** Changes rows but neither how many there are nor who they are. */
const IN_PLACE = /^\s*UPDATE\b(?![\s\S]*(?:\bSET|,)\s*"?uuid"?\s*=)/i;
