import { describe, expect, it } from 'vitest';
import { languageOf, loadHighlighter } from './highlight.ts';

describe('the colours of a diff', () => {
  it.each([
    ['src/app.ts', 'typescript'],
    ['web/page.TSX', 'tsx'],
    ['Dockerfile', 'docker'],
    ['infra/Makefile', 'makefile'],
    ['a.yml', 'yaml'],
    ['README.md', 'markdown'],
    ['logo.png', null],
    ['go', null],
    ['x.constructor', null],
    ['x.__proto__', null],
    ['', null],
  ])('follow the name of the file: %s', (path, language) => {
    expect(languageOf(path)).toBe(language);
  });

  it('mark the words of every language that is offered', async () => {
    const extensions =
      'sh c cpp cs css go ini java js json jsx kt md html php py rb rs scss sql swift toml tsx ts yml';
    for (const extension of extensions.split(' ')) {
      const language = languageOf(`file.${extension}`) ?? '';
      const highlighter = await loadHighlighter(language);
      expect(highlighter?.highlight('a = "text" # 12 <b>').length, extension).toBeGreaterThan(0);
    }
    const typescript = await loadHighlighter('typescript');
    expect(JSON.stringify(typescript?.highlight('const x = "y";'))).toMatch(/keyword.*string/);
  });
});
