import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DiffRecord, fromThirteenFields, parseDiffs, parseLog, pieces, wholeDiffs } from './records.ts';

const hex = fc.stringMatching(/^[0-9a-f]{40}$/);
const word = fc.string({ unit: 'binary-ascii' }).map((text) => text.replaceAll('\0', ''));
const path = fc.oneof(
  hex,
  word.filter((text) => text !== '' && !text.includes('\t')),
);

const identity = fc
  .array(
    word.map((text) => text.replaceAll('\n', '')),
    { minLength: 4, maxLength: 4 },
  )
  .map((lines) => lines.join('\n'));
const logBytes = fc
  .array(fc.tuple(hex, fc.array(hex, { maxLength: 3 }), identity, fc.nat(), identity, fc.nat(), word), {
    maxLength: 8,
  })
  .map((commits) =>
    commits
      .map(([sha, parents, author, at, committer, ct, message]) =>
        [`${sha} ${parents.join(' ')}`, author, `@${at}`, committer, `@${ct}`, `=${message}`, '\0'].join(
          '\0',
        ),
      )
      .join(''),
  );

const file = fc.record({
  path,
  from: fc.option(path, { nil: undefined }),
  added: fc.nat(9_999),
  removed: fc.nat(9_999),
});
type File = typeof file extends fc.Arbitrary<infer Made> ? Made : never;
const diffs = fc.array(fc.tuple(hex, fc.uniqueArray(file, { selector: (each) => each.path, maxLength: 4 })), {
  maxLength: 8,
});

function diffBytes(commits: readonly (readonly [string, readonly File[]])[], linesAfter: number): string {
  return commits
    .map(([sha, files], index) => {
      const modes = `:100644 100644 ${'a'.repeat(40)} ${'b'.repeat(40)}`;
      const raw = files.map((each) =>
        each.from === undefined
          ? `${modes} M\0${each.path}\0`
          : `${modes} R087\0${each.from}\0${each.path}\0`,
      );
      const counts = files.map((each) => {
        const numbers = `${String(each.added)}\t${String(each.removed)}\t`;
        return each.from === undefined
          ? `${numbers}${each.path}\0`
          : `${numbers}\0${each.from}\0${each.path}\0`;
      });
      // What git repeats of the empty lines that it is given.
      const lines = index % 2 === 1 ? '\n'.repeat(linesAfter) : '';
      return [`${sha}\0`, ...raw, ...counts, lines].join('');
    })
    .join('');
}

/** Each in the same memory, as what git has written is read. */
async function* chunks(bytes: string, size: number): AsyncGenerator<Buffer> {
  const room = Buffer.alloc(size);
  for (let start = 0; start < bytes.length; start += size)
    yield room.subarray(0, room.write(bytes.slice(start, start + size), 'latin1'));
}

/** What is cut off, and then what is left. */
async function collect(parts: AsyncGenerator<Buffer, Buffer>): Promise<string[]> {
  const collected: string[] = [];
  let part = await parts.next();
  for (; !part.done; part = await parts.next()) collected.push(part.value.toString('latin1'));
  return [...collected, part.value.toString('latin1')];
}

describe('the records of git', () => {
  it('are the same however the log is cut into chunks and pieces', async () => {
    await fc.assert(
      fc.asyncProperty(
        logBytes,
        fc.integer({ min: 1, max: 300 }),
        fc.integer({ min: 1, max: 500 }),
        async (bytes, chunk, most) => {
          const parts = await collect(pieces(chunks(bytes, chunk), most, 1));
          expect(parts.join('')).toBe(bytes);
          if (chunk === 1) expect(parts.length).toBeGreaterThanOrEqual(Math.min(2, parseLog(bytes).length));
          expect(parts.flatMap(parseLog)).toEqual(parseLog(bytes));
        },
      ),
    );
  });

  it('are the same however diffs are cut, also when a path looks like a commit', () => {
    fc.assert(
      fc.property(diffs, fc.integer({ min: 1, max: 300 }), fc.nat(2), (commits, chunk, linesAfter) => {
        const bytes = diffBytes(commits, linesAfter);
        const found: DiffRecord[] = [];
        let held = '';
        let kept = '';
        for (let start = 0; start < bytes.length; start += chunk) {
          held += bytes.slice(start, start + chunk);
          const { records, end } = wholeDiffs(held);
          expect(parseDiffs(held.slice(0, end))).toEqual(records);
          found.push(...records);
          kept += held.slice(0, end);
          held = held.slice(end);
        }
        expect(kept + held).toBe(bytes);
        const expected = commits.map(([sha, files]) => ({
          sha,
          files: files.map((each) => ({
            path: each.path,
            ...(each.from === undefined ? { change: 'modified' } : { change: 'renamed', from: each.from }),
            additions: each.added,
            deletions: each.removed,
          })),
        }));
        expect([...found, ...parseDiffs(held)]).toEqual(expected);
        expect(parseDiffs(bytes)).toEqual(expected);
      }),
    );
  });

  it('of a log kept by an earlier version are the same', () => {
    const old = [
      'a1',
      'b2 c3',
      'Al',
      'al@x',
      'Ann',
      'ann@x',
      '5',
      'Bo',
      'bo@x',
      'Bob',
      'bob@x',
      '6',
      'Text\n',
    ];
    const [record] = parseLog(fromThirteenFields(`${old.join('\0')}\0`));
    expect(record).toEqual({
      message: 'Text\n',
      sha: 'a1',
      parents: ['b2', 'c3'],
      author: { identity: 'Al\nal@x\nAnn\nann@x', at: 5, offset: null },
      committer: { identity: 'Bo\nbo@x\nBob\nbob@x', at: 6, offset: null },
    });
  });
});
