/** A piece of a text: plain words, or what names another entity. */
export interface TextPiece {
  readonly text: string;
  /** What search finds it by; null for plain words. */
  readonly term: string | null;
}

/** The kinds of things that a text may name, each with the kind of entity that it means. */
const NAMED = [
  { kind: 'Issue', pattern: String.raw`\b[A-Z][A-Z0-9]{1,9}-\d{1,7}\b` },
  { kind: 'PullRequest', pattern: String.raw`(?<![\w#&/])#\d{1,7}\b` },
  { kind: 'Commit', pattern: String.raw`\b(?=[0-9a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,40}\b` },
  { kind: 'Person', pattern: String.raw`(?<![\w@.])@[A-Za-z0-9][\w.-]{1,60}\w` },
] as const;

const ANY = new RegExp(NAMED.map(({ pattern }) => `(?:${pattern})`).join('|'), 'g');
const EACH = NAMED.map(({ kind, pattern }) => ({ kind, whole: new RegExp(`^(?:${pattern})$`) }));

/** How many names of a text are looked up. */
const MOST_TERMS = 20;

/** The kind of entity that a term names; null for none. */
export function kindOfTerm(term: string): string | null {
  return EACH.find(({ whole }) => whole.test(term))?.kind ?? null;
}

/** Splits a text into plain words and keys, #numbers, shas and @people. */
export function piecesOf(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  const known = new Set<string>();
  let end = 0;
  for (const { 0: found, index } of text.matchAll(ANY)) {
    if (known.size >= MOST_TERMS && !known.has(found)) continue;
    known.add(found);
    if (index > end) pieces.push({ text: text.slice(end, index), term: null });
    pieces.push({ text: found, term: found });
    end = index + found.length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end), term: null });
  return pieces;
}
