import { describe, expect, it } from 'vitest';
import { forbiddingInWords, readersInWords } from './folder-words.ts';

const source = (name: string) => ({ id: name, name });
const [engine, website, docs] = ['engine', 'website', 'docs'].map(source);
const folder = (path: string, ...sources: readonly (typeof engine)[]) => ({
  path,
  sources: sources.flatMap((each) => each ?? []),
});

describe('a folder in words', () => {
  it('names the sources that lie in it', () => {
    expect(readersInWords(folder('/srv'))).toBe('No source reads it');
    expect(readersInWords(folder('/srv', engine))).toBe('Read by engine');
    expect(readersInWords(folder('/srv', engine, website, docs))).toBe('Read by engine, website, and docs');
  });

  it('says what stops when it is forbidden, and leaves out what another folder holds', () => {
    const [all, one, none] = [folder('/srv', engine, website), folder('/srv/engine', engine), folder('/new')];
    const words = (each: typeof all, ...others: readonly (typeof all)[]) =>
      forbiddingInWords(each, [each, ...others]);
    expect(words(none, all)).toBe('No source reads it, so nothing stops.');
    expect(words(one, all)).toBe(
      'It is read by engine, and nothing stops: another folder here holds the same.',
    );
    expect(words(all, one)).toBe(
      'Nothing new is read of website until it is allowed again. What was read stays.',
    );
    expect(words(all, none)).toContain('of engine and website until');
  });
});
