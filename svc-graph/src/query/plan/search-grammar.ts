/** A parsed search: terms joined by and, or, not. */
export type Search =
  | { readonly kind: 'term'; readonly text: string }
  | { readonly kind: 'and' | 'or'; readonly of: readonly Search[] }
  | { readonly kind: 'not'; readonly of: Search };

interface Token {
  readonly kind: 'word' | 'AND' | 'OR' | 'NOT' | '(' | ')';
  readonly text: string;
}

const TOKEN = /"([^"]*)"?|([()])|([^\s()"]+)/g;
const DEEPEST = 40;

function tokensOf(text: string): Token[] {
  return [...text.matchAll(TOKEN)].flatMap(([, phrase, bracket, word]): Token[] => {
    if (phrase !== undefined) return phrase.trim() ? [{ kind: 'word', text: phrase.trim() }] : [];
    if (bracket === '(' || bracket === ')') return [{ kind: bracket, text: bracket }];
    if (word === 'AND' || word === 'OR' || word === 'NOT') return [{ kind: word, text: word }];
    return word ? [{ kind: 'word', text: word }] : [];
  });
}

const joined = (kind: 'and' | 'or', of: readonly Search[]): Search | null =>
  of.length > 1 ? { kind, of } : (of[0] ?? null);

class Reader {
  #at = 0;
  #depth = 0;
  readonly #tokens: readonly Token[];

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  #take(kind: Token['kind']): boolean {
    if (this.#tokens[this.#at]?.kind !== kind) return false;
    this.#at++;
    return true;
  }

  any(): Search | null {
    const ways: Search[] = [];
    do {
      const way = this.#every();
      if (way) ways.push(way);
    } while (this.#take('OR'));
    return joined('or', ways);
  }

  #every(): Search | null {
    const parts: Search[] = [];
    for (;;) {
      const next = this.#tokens[this.#at]?.kind;
      if (next === undefined || next === 'OR' || (next === ')' && this.#depth > 0)) break;
      const part = this.#one();
      if (part) parts.push(part);
    }
    return joined('and', parts);
  }

  #one(): Search | null {
    if (this.#take('NOT')) {
      let negated = true;
      while (this.#take('NOT')) negated = !negated;
      const next = this.#tokens[this.#at]?.kind;
      if (next !== 'word' && next !== '(') return null;
      const of = this.#one();
      return of && negated ? { kind: 'not', of } : of;
    }
    if (this.#tokens[this.#at]?.kind === '(' && this.#depth < DEEPEST) return this.#bracketed();
    const token = this.#tokens[this.#at++];
    return token?.kind === 'word' ? { kind: 'term', text: token.text } : null;
  }

  #bracketed(): Search | null {
    this.#at++;
    this.#depth++;
    const inner = this.any();
    this.#depth--;
    this.#take(')');
    return inner;
  }
}

/**
 * Parses `bug NOT resolved` or `"memory leak" OR (crash AND parser)`. All words must occur; OR in capitals
 * offers alternatives, NOT excludes, quotes keep words together. Half-written parts are ignored; null when
 * nothing is left.
 */
export function parseSearch(text: string): Search | null {
  return new Reader(tokensOf(text)).any();
}
