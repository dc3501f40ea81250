/** Fields of a commit, each ended by NUL; the names once as written and once as `.mailmap` maps them. */
const FIELDS = ['%H', '%P', '%an', '%ae', '%aN', '%aE', '%at', '%cn', '%ce', '%cN', '%cE', '%ct', '%B'];
export const LOG_FORMAT = `--format=${FIELDS.join('%x00')}`;

export interface LogRecord {
  readonly sha: string;
  readonly parents: readonly string[];
  readonly author: Signature;
  readonly committer: Signature;
  /** Bytes, one per character, as all texts of a record. */
  readonly message: string;
}

export interface Signature {
  readonly rawName: string;
  readonly rawEmail: string;
  readonly name: string;
  readonly email: string;
  /** Seconds since 1970; null when the commit gives no date that exists. */
  readonly at: number | null;
}

const YEAR_1 = -62_135_596_800;
const YEAR_9999 = 253_402_300_799;

function seconds(text: string): number | null {
  const value = Number(text);
  return text !== '' && Number.isInteger(value) && value >= YEAR_1 && value <= YEAR_9999 ? value : null;
}

function signature(fields: readonly string[], start: number): Signature {
  const [rawName = '', rawEmail = '', name = '', email = '', at = ''] = fields.slice(start, start + 5);
  return { rawName, rawEmail, name, email, at: seconds(at) };
}

/** The commits in a whole number of records of `git log -z` with LOG_FORMAT. */
export function parseLog(bytes: string): LogRecord[] {
  const fields = bytes.split('\0');
  const records: LogRecord[] = [];
  for (let start = 0; start + FIELDS.length < fields.length; start += FIELDS.length) {
    const parents = fields[start + 1] ?? '';
    records.push({
      sha: fields[start] ?? '',
      parents: parents === '' ? [] : parents.split(' '),
      author: signature(fields, start + 2),
      committer: signature(fields, start + 7),
      message: fields[start + 12] ?? '',
    });
  }
  return records;
}

export interface FileChange {
  /** Bytes, one per character. */
  readonly path: string;
  readonly change: 'added' | 'modified' | 'deleted';
  /** Null for a binary file, and where the contents are not in the clone. */
  readonly additions: number | null;
  readonly deletions: number | null;
}

export interface DiffRecord {
  readonly sha: string;
  readonly files: readonly FileChange[];
}

const COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
const CHANGES: Readonly<Record<string, FileChange['change']>> = { A: 'added', D: 'deleted' };

interface OpenFile {
  path: string;
  change: FileChange['change'];
  additions: number | null;
  deletions: number | null;
}

/** What commits changed, from the output of `git diff-tree --stdin -r --always --raw --numstat -z`. */
export function parseDiffs(bytes: string): DiffRecord[] {
  const tokens = bytes.split('\0');
  const records: DiffRecord[] = [];
  let files = new Map<string, OpenFile>();
  let sha = '';
  const close = () => {
    if (sha !== '') records.push({ sha, files: [...files.values()] });
    files = new Map();
  };
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index] ?? '';
    if (token.startsWith(':')) {
      index += 1;
      const path = tokens[index] ?? '';
      files.set(path, {
        path,
        change: CHANGES[token.at(-1) ?? ''] ?? 'modified',
        additions: null,
        deletions: null,
      });
    } else if (COMMIT.test(token)) {
      close();
      sha = token;
    } else if (token !== '') count(files, token);
  }
  close();
  return records;
}

function count(files: ReadonlyMap<string, OpenFile>, token: string): void {
  const first = token.indexOf('\t');
  const second = token.indexOf('\t', first + 1);
  const file = files.get(token.slice(second + 1));
  if (!file || token.startsWith('-')) return;
  file.additions = Number(token.slice(0, first));
  file.deletions = Number(token.slice(first + 1, second));
}

/** Where the last whole record ends, or 0 when none does. */
export type Boundary = (bytes: string) => number;

/** Records of the log have a fixed number of fields; with `limit`, where that many of them end. */
export function logBoundary(bytes: string, limit = Infinity): number {
  let ends = 0;
  let whole = 0;
  for (let at = bytes.indexOf('\0'); at >= 0; at = bytes.indexOf('\0', at + 1)) {
    ends += 1;
    if (ends % FIELDS.length === 0) whole = at + 1;
    if (ends === limit * FIELDS.length) break;
  }
  return whole;
}

/** A record of a diff ends where the next commit is named. */
export const diffBoundary: Boundary = (bytes) => {
  for (let end = bytes.lastIndexOf('\0'); end > 0;) {
    const start = bytes.lastIndexOf('\0', end - 1) + 1;
    const path = start > 1 && bytes[bytes.lastIndexOf('\0', start - 2) + 1] === ':';
    if (!path && COMMIT.test(bytes.slice(start, end))) return start;
    end = start - 1;
  }
  return 0;
};

/** The first piece is small, so that something can be seen soon. */
const FIRST = 1 << 17;

/** Cuts the output of git into pieces of whole records, each twice the last up to `most`; the last is all that is left. */
export async function* pieces(
  output: AsyncIterable<Buffer>,
  boundary: Boundary,
  most: number,
): AsyncGenerator<string> {
  let held: string[] = [];
  let length = 0;
  let enough = Math.min(FIRST, most);
  let wanted = enough;
  for await (const chunk of output) {
    held.push(chunk.toString('latin1'));
    length += chunk.length;
    if (length < wanted) continue;
    const bytes = held.join('');
    const end = boundary(bytes);
    if (end > 0) {
      yield bytes.slice(0, end);
      enough = Math.min(enough * 2, most);
    }
    // A record larger than a piece is looked at again when there is twice as much.
    wanted = end > 0 ? enough : wanted * 2;
    held = [bytes.slice(end)];
    length = bytes.length - end;
  }
  const rest = held.join('');
  if (rest !== '') yield rest;
}
