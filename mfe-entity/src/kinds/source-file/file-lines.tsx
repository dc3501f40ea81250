import type { BlamedLines } from '@cairn/contracts';
import { Button, formatNumber } from '@cairn/ui';
import { type MouseEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { Blame, Owners, useBlamedCommits } from './blame.tsx';
import styles from './content-tab.module.css';
import { type MarkedLines, markedWith } from './marked-lines.ts';

/** The lines that are shown at first. */
const AT_FIRST = 2_000;

/** The lines of a text; a line end at its end begins no further line. */
function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

interface FileLinesProps {
  readonly text: string;
  readonly blame: readonly BlamedLines[];
  readonly marked: MarkedLines | null;
  readonly onMark: (lines: MarkedLines) => void;
}

/** The lines of a file with who last changed them; a click on a number marks a line, with Shift all up to it. */
export function FileLines({ text, blame, marked, onMark }: FileLinesProps): ReactNode {
  const [whole, setWhole] = useState(marked !== null && marked.to > AT_FIRST);
  const commits = useBlamedCommits(blame);
  const runs = useMemo(() => new Map(blame.map((run) => [run.from, run])), [blame]);
  const lines = useMemo(() => linesOf(text), [text]);
  const shown = whole ? lines : lines.slice(0, AT_FIRST);
  const table = useRef<HTMLTableElement>(null);
  // The lines of the address are looked for once, and not those that are marked by hand.
  useEffect(() => {
    table.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'center' });
  }, [text]);
  const mark = (line: number) => (event: MouseEvent) => onMark(markedWith(line, marked, event.shiftKey));
  const isMarked = (line: number) => marked !== null && line >= marked.from && line <= marked.to;
  return (
    <>
      <Owners blame={blame} commits={commits} />
      <div className={styles.scroll} tabIndex={0} role="region" aria-label="Content">
        <table ref={table} className={styles.lines}>
          <tbody>
            {shown.map((line, at) => {
              const run = runs.get(at + 1);
              return (
                <tr key={at} data-first={run ? true : undefined} aria-current={isMarked(at + 1) || undefined}>
                  <td className={styles.blame}>{run && <Blame run={run} commit={commits.get(run.sha)} />}</td>
                  <td className={styles.number}>
                    <button type="button" tabIndex={-1} onClick={mark(at + 1)}>
                      {at + 1}
                    </button>
                  </td>
                  <td className={styles.code}>{line}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      {lines.length > shown.length && (
        <Button onClick={() => setWhole(true)}>{`Show all ${formatNumber(lines.length)} lines`}</Button>
      )}
    </>
  );
}
