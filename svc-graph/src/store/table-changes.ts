import type { Effect } from './statement.ts';

/** A point in the history of writes, which grows with each commit. */
export type ChangeVersion = number;

/** How columns of a table changed since a version: not at all, by new rows only, or otherwise. */
export type ChangeSince = 'unchanged' | 'appended' | 'changed';

/** DuckDB compares names without case. */
const nameOf = (text: string): string => text.toLowerCase();

interface TableHistory {
  appended: ChangeVersion;
  /** When rows were last deleted or replaced. */
  rewritten: ChangeVersion;
  readonly columns: Map<string, ChangeVersion>;
}

/** Records all writes to the tables since this process opened the file; no other process writes there. */
export class TableChanges {
  #now: ChangeVersion = 0;
  /** When a statement may last have written to any table. */
  #anything: ChangeVersion = 0;
  readonly #tables = new Map<string, TableHistory>();

  /** The present version. A read from now on may include writes noted before, and none noted after. */
  version(): ChangeVersion {
    return this.#now;
  }

  /** Notes effects; called before the commit and once more after it. */
  note(effects: readonly Effect[]): void {
    this.#now += 1;
    for (const effect of effects) this.#noteOne(effect);
  }

  #noteOne(effect: Effect): void {
    if (effect === 'nothing') return;
    if (effect === 'anything') {
      this.#anything = this.#now;
      return;
    }
    const history = this.#historyOf(effect.table);
    if (effect.how === 'insert') history.appended = this.#now;
    else if (effect.how === 'update')
      for (const column of effect.columns) history.columns.set(nameOf(column), this.#now);
    else history.rewritten = this.#now;
  }

  #historyOf(table: string): TableHistory {
    const known = this.#tables.get(nameOf(table));
    if (known) return known;
    const history = { appended: 0, rewritten: 0, columns: new Map<string, ChangeVersion>() };
    this.#tables.set(nameOf(table), history);
    return history;
  }

  /** How columns changed since a version; an update of other columns leaves them unchanged. */
  since(version: ChangeVersion, table: string, columns: readonly string[]): ChangeSince {
    if (this.#anything > version) return 'changed';
    const history = this.#tables.get(nameOf(table));
    if (!history) return 'unchanged';
    const updated = columns.some((column) => (history.columns.get(nameOf(column)) ?? 0) > version);
    if (updated || history.rewritten > version) return 'changed';
    return history.appended > version ? 'appended' : 'unchanged';
  }

  /** True when existing rows may have changed or moved within their table. */
  hasRewrites(version: ChangeVersion, table: string): boolean {
    if (this.#anything > version) return true;
    const history = this.#tables.get(nameOf(table));
    if (!history) return false;
    return Math.max(history.rewritten, ...history.columns.values()) > version;
  }
}
