/** One bit per row, least significant first, set for a present value; null when no value is missing. */
export type Validity = Uint8Array | null;

/** Texts as UTF-8: the text of a row lies in `bytes` between its offset and the next. */
export interface Utf8Column {
  readonly type: 'utf8';
  readonly offsets: Int32Array;
  readonly bytes: Buffer;
  readonly valid: Validity;
}

const FEW = 64;
/** How many bytes are compared at once. */
const WORD = 4;
/** Texts of up to this many bytes are compared as three numbers, padded with zeros. */
export const SHORT = 12;
const FNV_PRIME = 16_777_619;
const FNV_START = 2_166_136_261;

const mixed = (hash: number, word: number) => Math.imul(hash ^ word, FNV_PRIME);
const folded = (hash: number) => hash ^ (hash >>> 15);

function larger(array: Int32Array): Int32Array<ArrayBuffer> {
  const grown = new Int32Array(array.length * 2);
  grown.set(array);
  return grown;
}

/** Reads up to four bytes as one number, lowest byte first. */
function numberAt(view: DataView, start: number, length: number): number {
  if (length >= WORD) return view.getInt32(start, true);
  let number = 0;
  for (let byte = 0; byte < length; byte++) number |= view.getUint8(start + byte) << (8 * byte);
  return number;
}

function hashOf(view: DataView, start: number, end: number): number {
  let hash = mixed(FNV_START, end - start);
  let at = start;
  for (; at + WORD <= end; at += WORD) hash = mixed(hash, view.getInt32(at, true));
  return folded(mixed(hash, numberAt(view, at, end - at)));
}

export const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength);

/** Distinct texts in order of appearance, found by their bytes. */
export class StringDictionary {
  /** The index of a word plus one; 0 in an empty slot. */
  #slots = new Int32Array(FEW);
  #bytes = Buffer.alloc(FEW * SHORT);
  #view = viewOf(this.#bytes);
  #hashes = new Int32Array(FEW);
  /** The three numbers of a short word. */
  #numbers = new Int32Array(FEW * 3);
  #ends = new Int32Array(FEW + 1);
  #count = 0;
  readonly #strings: string[] = [];

  get count(): number {
    return this.#count;
  }

  /** The index of a word; a new word is added. */
  place(view: DataView, start: number, end: number): number {
    const length = end - start;
    if (length <= SHORT) {
      const second = numberAt(view, start + WORD, length - WORD);
      const third = numberAt(view, start + 2 * WORD, length - 2 * WORD);
      return this.placeShort(length, numberAt(view, start, length), second, third);
    }
    const hash = hashOf(view, start, end);
    const mask = this.#slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const found = (this.#slots[slot] ?? 0) - 1;
      if (found === -1) {
        const at = this.#add(length, hash, slot);
        for (let byte = 0; byte < length; byte++) this.#bytes[at + byte] = view.getUint8(start + byte);
        return this.#count - 1;
      }
      if (this.#hashes[found] === hash && this.#isWord(found, view, start, end)) return found;
    }
  }

  /** `place` for a text of at most twelve bytes: three numbers of four bytes each, lowest byte first. */
  placeShort(length: number, first: number, second: number, third: number): number {
    const hash = folded(mixed(mixed(mixed(mixed(FNV_START, length), first), second), third));
    const mask = this.#slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const found = (this.#slots[slot] ?? 0) - 1;
      if (found === -1) return this.#addShort(length, [first, second, third], hash, slot);
      if (this.#hashes[found] === hash && this.#isShort(found, length, first, second, third)) return found;
    }
  }

  #addShort(length: number, numbers: readonly number[], hash: number, slot: number): number {
    const at = this.#add(length, hash, slot);
    const added = this.#count - 1;
    for (const [index, number] of numbers.entries()) this.#numbers[added * 3 + index] = number;
    for (let byte = 0; byte < length; byte++)
      this.#bytes[at + byte] = (numbers[byte >> 2] ?? 0) >>> (8 * (byte & 3));
    return added;
  }

  /** Makes room for a new word, and returns the place of its bytes. */
  #add(length: number, hash: number, slot: number): number {
    const at = this.#ends[this.#count] ?? 0;
    if (at + length > this.#bytes.byteLength) {
      const grown = Buffer.alloc((at + length) * 2);
      this.#bytes.copy(grown, 0, 0, at);
      this.#bytes = grown;
      this.#view = viewOf(grown);
    }
    if (this.#count === this.#hashes.length) {
      this.#hashes = larger(this.#hashes);
      this.#numbers = larger(this.#numbers);
    }
    if (this.#count + 1 === this.#ends.length) this.#ends = larger(this.#ends);
    this.#hashes[this.#count] = hash;
    this.#count += 1;
    this.#ends[this.#count] = at + length;
    this.#slots[slot] = this.#count;
    if (this.#count * 2 > this.#slots.length) this.#spread();
    return at;
  }

  #spread(): void {
    this.#slots = new Int32Array(this.#slots.length * 4);
    const mask = this.#slots.length - 1;
    for (let word = 0; word < this.#count; word++) {
      let slot = (this.#hashes[word] ?? 0) & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = word + 1;
    }
  }

  #isShort(word: number, length: number, first: number, second: number, third: number): boolean {
    const at = word * 3;
    const numbers = this.#numbers;
    return (
      numbers[at] === first &&
      numbers[at + 1] === second &&
      numbers[at + 2] === third &&
      (this.#ends[word + 1] ?? 0) - (this.#ends[word] ?? 0) === length
    );
  }

  #isWord(word: number, view: DataView, start: number, end: number): boolean {
    const from = this.#ends[word] ?? 0;
    if ((this.#ends[word + 1] ?? 0) - from !== end - start) return false;
    const own = this.#view;
    const apart = from - start;
    let at = start;
    for (; at + WORD <= end; at += WORD)
      if (view.getInt32(at, true) !== own.getInt32(at + apart, true)) return false;
    for (; at < end; at++) if (view.getUint8(at) !== own.getUint8(at + apart)) return false;
    return true;
  }

  /** A word as a string. */
  text(word: number): string {
    return (this.#strings[word] ??= this.#bytes.toString('utf8', this.#ends[word], this.#ends[word + 1]));
  }

  /** All words from an index on. */
  from(first: number): Utf8Column {
    const start = this.#ends[first] ?? 0;
    const offsets = Int32Array.from(this.#ends.subarray(first, this.#count + 1), (end) => end - start);
    const bytes = Buffer.from(this.#bytes.subarray(start, this.#ends[this.#count]));
    return { type: 'utf8', offsets, bytes, valid: null };
  }
}
