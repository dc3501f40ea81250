import type { DeepLink } from '@cairn/contracts';
import type { SavedType } from '@cairn/saved';
import { z } from 'zod';

/** The most characters of all tags together, as the service takes them. */
const MOST_CHARACTERS = 500;
const MOST_TAGS = 50;

/** The tags of a comma-separated text. */
export const tagsOf = (text: string): string[] =>
  text
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean);

/** Tags as they can be kept: without commas, each once, as many as there is room for. */
export function keptTags(tags: readonly string[]): string[] {
  const plain = tags.map((tag) => tag.replaceAll(',', ' ').trim().slice(0, 100)).filter(Boolean);
  let room = MOST_CHARACTERS;
  return [...new Set(plain)].slice(0, MOST_TAGS).filter((tag) => (room -= tag.length + 1) >= -1);
}

const Parsed = z.record(z.string(), z.unknown());

/** What an update says to give a thing these tags, which some types keep in their state. */
export function withTags(
  { state }: Pick<DeepLink, 'state'>,
  { rules }: Pick<SavedType, 'rules'>,
  tags: readonly string[],
): { group: string; state?: string } {
  const kept = keptTags(tags);
  if (rules.tagsIn === undefined) return { group: kept.join(',') };
  const parsed = Parsed.parse(JSON.parse(state));
  const extras = Parsed.catch({}).parse(parsed['extras']);
  const next =
    rules.tagsIn === 'state' ? { ...parsed, tags: kept } : { ...parsed, extras: { ...extras, tags: kept } };
  return { group: '', state: JSON.stringify(next) };
}
