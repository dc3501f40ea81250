/** The words that a text may be searched by, at most. */
const MOST_WORDS = 10;

/** The most characters of a state's words; what follows is not found. */
const MOST_CHARACTERS = 20_000;

/** The words of a text in lower case and without accents, apart by one space. Both engines index them alike. */
export function foldedWords(text: string): string {
  const plain = text.slice(0, MOST_CHARACTERS).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');
}

/** The words that somebody searches for: letters and digits only, so that no text is an operator. */
export function searchedWords(text: string): string[] {
  const words = foldedWords(text).split(' ').filter(Boolean);
  return [...new Set(words)].slice(0, MOST_WORDS).map((word) => word.slice(0, 60));
}

/** A tag as filters compare it: in lower case, with one underscore for spaces. */
export const foldedTag = (tag: string): string => tag.trim().toLowerCase().replace(/\s+/g, '_');

/** The tags of a comma-separated text, as filters compare them. */
export const tagsIn = (text: string): string[] => text.split(',').map(foldedTag).filter(Boolean);
