/**
 * The format that `git log -z` prints of each commit. Two NULs end a commit and one ends a field. No field is empty, so
 * two NULs occur nowhere else. A person is two lines, name and address as written; with a `.mailmap`, two more
 * lines hold the mapped ones. None of them contains a line end.
 */
export function logFormat(mapped: boolean): string {
  const person = (of: string) => `%${of}n%n%${of}e${mapped ? `%n%${of}N%n%${of}E` : ''}`;
  const fields = ['%H %P', person('a'), '@%at %ad', person('c'), '@%ct', '=%B'];
  return `--format=${fields.join('%x00')}%x00`;
}

/** Prints `%ad` as the offset of the author's clock alone. */
export const OFFSET_ONLY = '--date=format:%z';

export const RECORD_END = '\0\0';

/** Texts of a record are bytes, one per character. */
export interface LogRecord {
  readonly sha: string;
  readonly parents: readonly string[];
  readonly author: Signed;
  readonly committer: Signed;
  /** The message as written. */
  readonly message: string;
}

export interface Signed {
  /** The lines that name a person. */
  readonly identity: string;
  /** Seconds since 1970; null when the commit gives no date that exists. */
  readonly at: number | null;
  /** Minutes by which the clock of the signer was ahead of UTC; null where that was not read. */
  readonly offset: number | null;
}

export interface Signature {
  readonly rawName: string;
  readonly rawEmail: string;
  readonly name: string;
  readonly email: string;
  readonly at: number | null;
}

export const YEAR_1 = -62_135_596_800;
export const YEAR_9999 = 253_402_300_799;

function seconds(text: string): number | null {
  const value = Number(text);
  return text !== '' && Number.isInteger(value) && value >= YEAR_1 && value <= YEAR_9999 ? value : null;
}

/** Offsets beyond this exist in no zone, yet some programs wrote them. */
const MOST_MINUTES = 14 * 60;

/** "+0530" in minutes. */
function minutes(text: string): number | null {
  const [, sign, hours, rest] = /^([+-])(\d\d)(\d\d)$/.exec(text) ?? [];
  const value = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(rest));
  return sign !== undefined && Math.abs(value) <= MOST_MINUTES ? value : null;
}

/** "@1700000000 +0530", or without the offset. */
function momentIn(text: string): Pick<Signed, 'at' | 'offset'> {
  const [at = '', offset = ''] = text.slice(1).split(' ');
  return { at: seconds(at), offset: minutes(offset) };
}

/** The signature of an identity. */
export function signatureOf(identity: string, at: number | null): Signature {
  const [rawName = '', rawEmail = '', name = rawName, email = rawEmail] = identity.split('\n');
  return { rawName, rawEmail, name, email, at };
}

/** A commit and its parents; a blank follows a commit even where it has none. */
function namesIn(text: string): [sha: string, parents: string[]] {
  const end = text.indexOf(' ');
  const rest = text.slice(end + 1);
  return [text.slice(0, end), rest === '' ? [] : rest.split(' ')];
}

/** The commits in a whole number of records of `git log -z` with `logFormat`. */
export function parseLog(bytes: string): LogRecord[] {
  const records: LogRecord[] = [];
  let at = 0;
  const field = () => {
    const end = bytes.indexOf('\0', at);
    const text = bytes.slice(at, end);
    at = end + 1;
    return text;
  };
  while (at < bytes.length) {
    const [sha, parents] = namesIn(field());
    const author = { identity: field(), ...momentIn(field()) };
    const committer = { identity: field(), ...momentIn(field()) };
    const end = bytes.indexOf(RECORD_END, at);
    const message = bytes.slice(at + 1, end < 0 ? bytes.length : end);
    records.push({ sha, parents, author, committer, message });
    at = end < 0 ? bytes.length : end + RECORD_END.length;
  }
  return records;
}

/** Converts a log of an earlier version, with thirteen fields a commit, into the present format. */
export function fromThirteenFields(bytes: string): string {
  const fields = bytes.split('\0');
  const records: string[] = [];
  for (let start = 0; start + 13 < fields.length; start += 13) {
    const [sha, parents, ...rest] = fields.slice(start, start + 13);
    const person = (from: number) => rest.slice(from, from + 4).join('\n');
    const dates = [`@${rest[4] ?? ''}`, `@${rest[9] ?? ''}`] as const;
    const record = [
      `${sha ?? ''} ${parents ?? ''}`,
      person(0),
      dates[0],
      person(5),
      dates[1],
      `=${rest[10] ?? ''}`,
    ];
    records.push(record.join('\0') + RECORD_END);
  }
  return records.join('');
}

export interface FileChange {
  /** Bytes, one per character. */
  readonly path: string;
  readonly change: 'added' | 'modified' | 'deleted' | 'renamed';
  /** The former path of a renamed file. */
  readonly from?: string;
  /** Null for a binary file, and where the contents are not in the clone. */
  readonly additions: number | null;
  readonly deletions: number | null;
}

export interface DiffRecord {
  readonly sha: string;
  readonly files: readonly FileChange[];
}

const COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
const CHANGES: Readonly<Record<string, FileChange['change']>> = { A: 'added', D: 'deleted', R: 'renamed' };

interface OpenFile {
  path: string;
  change: FileChange['change'];
  from?: string;
  additions: number | null;
  deletions: number | null;
}

const COLON = 58;
const LINE_END = 10;
type Token = 'commit' | 'change' | 'counts' | 'none';

/** The type of a text between two NULs; the path of a change follows it. */
function tokenAt(bytes: string, start: number, end: number): Token {
  const length = end - start;
  if (length === 0) return 'none';
  if (bytes.charCodeAt(start) === COLON) return 'change';
  if ((length === 40 || length === 64) && COMMIT.test(bytes.slice(start, end))) return 'commit';
  return 'counts';
}

/** The changes of commits, and the offset at which the last of them begins. */
interface Diffs {
  readonly records: DiffRecord[];
  readonly last: number;
}

/** Iterates over the texts between NULs; an incomplete last text is left out. */
class Texts {
  private readonly bytes: string;
  start = 0;
  end = -1;

  constructor(bytes: string) {
    this.bytes = bytes;
  }

  next(): boolean {
    this.start = this.end + 1;
    this.end = this.bytes.indexOf('\0', this.start);
    return this.end >= 0;
  }

  /** Skips the empty lines that git repeats from its input. */
  skipLines(): void {
    while (this.bytes.charCodeAt(this.start) === LINE_END) this.start += 1;
  }

  text(): string {
    return this.bytes.slice(this.start, this.end);
  }
}

/** The change at the present text, with the one or two paths after it; undefined while they are incomplete. */
function readChange(texts: Texts): OpenFile | undefined {
  const raw = texts.text();
  const change = CHANGES[raw.charAt(raw.lastIndexOf(' ') + 1)] ?? 'modified';
  if (!texts.next()) return undefined;
  const first = texts.text();
  if (change !== 'renamed') return { path: first, change, additions: null, deletions: null };
  if (!texts.next()) return undefined;
  return { path: texts.text(), from: first, change, additions: null, deletions: null };
}

/** The counts and path of a file; for a renamed file, its two paths follow the counts. Undefined while incomplete. */
function readCounts(texts: Texts): string | undefined {
  const counts = texts.text();
  // The place of the second tab decides, since a path may end with a tab as well.
  if (counts.indexOf('\t', counts.indexOf('\t') + 1) !== counts.length - 1) return counts;
  if (!texts.next() || !texts.next()) return undefined;
  return counts + texts.text();
}

function readTokens(bytes: string): Diffs {
  const records: { sha: string; files: OpenFile[] }[] = [];
  const texts = new Texts(bytes);
  let files: OpenFile[] = [];
  let counted = 0;
  let last = 0;
  while (texts.next()) {
    texts.skipLines();
    const token = tokenAt(bytes, texts.start, texts.end);
    if (token === 'commit') {
      files = [];
      counted = 0;
      last = texts.start;
      records.push({ sha: texts.text(), files });
    } else if (token === 'change') {
      const file = readChange(texts);
      if (!file) break;
      files.push(file);
    } else if (token === 'counts') {
      const counts = readCounts(texts);
      if (counts === undefined) break;
      counted = count(files, counted, counts);
    }
  }
  return { records, last };
}

/** What commits changed, from `git diff-tree --stdin -r -M --always --raw --numstat -z`. */
export function parseDiffs(bytes: string): DiffRecord[] {
  return readTokens(bytes).records;
}

/**
 * The commits that are complete in the output of git so far, and the offset of their end, where the next commit
 * begins. Only parsing from the front finds it, since a path may hold any text.
 */
export function wholeDiffs(bytes: string): { readonly records: DiffRecord[]; readonly end: number } {
  const { records, last } = readTokens(bytes);
  records.pop();
  return { records, end: last };
}

/** Sets the counts of a file. They come in the order of the changes; returns the position expected next. */
function count(files: readonly OpenFile[], expected: number, token: string): number {
  const first = token.indexOf('\t');
  const second = token.indexOf('\t', first + 1);
  const path = token.slice(second + 1);
  const there = files[expected]?.path === path;
  const place = there ? expected : files.findIndex((each) => each.path === path);
  const file = files[place];
  if (!file) return expected;
  if (!token.startsWith('-')) {
    file.additions = Number(token.slice(0, first));
    file.deletions = Number(token.slice(first + 1, second));
  }
  return place + 1;
}

/** The end of the last whole record in bytes that follow the byte `before`; 0 where no record ends. */
function lastEnd(bytes: Buffer, before: number | undefined): number {
  const end = bytes.lastIndexOf(RECORD_END, undefined, 'latin1');
  if (end >= 0) return end + RECORD_END.length;
  return before === 0 && bytes[0] === 0 ? 1 : 0;
}

/**
 * Cuts the log into pieces of whole records. Their least size doubles from `first` up to `most` bytes. Returns the rest,
 * which may be empty. Copies its input, since those bytes may change when it asks for more.
 */
export async function* pieces(
  output: AsyncIterable<Buffer>,
  most: number,
  first: number,
): AsyncGenerator<Buffer, Buffer> {
  let held: Buffer[] = [];
  let length = 0;
  let last: number | undefined;
  let enough = Math.min(first, most);
  for await (const bytes of output) {
    const end = length + bytes.length < enough ? 0 : lastEnd(bytes, last);
    last = bytes.at(-1);
    if (end > 0) {
      const left = Buffer.from(bytes.subarray(end));
      yield Buffer.concat([...held, bytes.subarray(0, end)]);
      enough = Math.min(enough * 2, most);
      held = [left];
      length = left.length;
    } else {
      held.push(Buffer.from(bytes));
      length += bytes.length;
    }
  }
  return Buffer.concat(held);
}
