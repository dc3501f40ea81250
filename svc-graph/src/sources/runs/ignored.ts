import type { SourceRun } from '@cairn/contracts/source-runs';
import type { GraphWriter } from '../../store/graph-writer.ts';
import { update } from '../../store/statement.ts';
import type { Statement } from '../../store/statement.ts';

/** The most kinds that a run names, and the longest name; both come from the tool. */
const MOST_KINDS = 100;
const LONGEST_KIND = 100;

/** Counts what a run met and made nothing of, by kind. */
export class IgnoredKinds {
  readonly #sourceId: string;
  readonly #counts: Map<string, number>;

  private constructor(sourceId: string, counts: Map<string, number>) {
    this.#sourceId = sourceId;
    this.#counts = counts;
  }

  /** Goes on from what the open run of a source has counted, since a task that gives way goes on in its run. */
  static async ofOpenRun(writer: Pick<GraphWriter, 'rows'>, sourceId: string): Promise<IgnoredKinds> {
    const [run] = await writer.rows<{ ignored: string | null }>(
      `SELECT ignored::VARCHAR AS ignored FROM "SourceRun" WHERE "sourceId" = $1 AND outcome IS NULL ORDER BY number DESC LIMIT 1`,
      [sourceId],
    );
    const known = JSON.parse(run?.ignored ?? '[]') as SourceRun['ignored'];
    return new IgnoredKinds(sourceId, new Map(known.map(({ kind, count }) => [kind, count])));
  }

  /** Counts kinds; the statement, for the transaction of the page that held them, writes the counts to the open run. */
  add(kinds: readonly string[]): Statement[] {
    if (kinds.length === 0) return [];
    for (const each of kinds) {
      const kind = each.slice(0, LONGEST_KIND);
      const isNew = !this.#counts.has(kind);
      if (!isNew || this.#counts.size < MOST_KINDS) this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1);
    }
    const counts = [...this.#counts]
      .map(([kind, count]) => ({ kind, count }))
      .toSorted((a, b) => b.count - a.count || (a.kind < b.kind ? -1 : 1));
    const where = 'WHERE "sourceId" = $1 AND outcome IS NULL';
    return [update('SourceRun', { ignored: '$2' }, where, [this.#sourceId, JSON.stringify(counts)])];
  }
}
