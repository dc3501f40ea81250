import { afterEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { pictureOf } from './canvas.ts';
import { headElement, headLines } from './head.ts';
import { marked } from './mark.ts';
import { onPaper } from './on-paper.ts';
import { PAGE_OF_TEXT, pdfOf } from './pdf.ts';
import { svgOf } from './svg.ts';
import { thumbnailOf } from './thumbnail.ts';

afterEach(() => document.body.replaceChildren());

function put(html: string, style = 'width:400px'): HTMLElement {
  const element = document.body.appendChild(document.createElement('div'));
  element.style.cssText = style;
  element.innerHTML = html;
  return element;
}

describe('what is exported', () => {
  it('is the marked element around or inside a part, under its name', () => {
    const element = put('<section data-pdf="Commits a week"><button>Save</button></section>');
    expect(marked(element.querySelector('button')).name).toBe('Commits a week');
    expect(marked(element).element.tagName).toBe('SECTION');
  });

  it.each([
    ['<p>nothing</p>', 'element with the PDF-download marker not found'],
    ['<p data-pdf=" ">nothing</p>', 'PDF-download attribute value is empty'],
  ])('is refused in the words of the specification: %s', (html, message) => {
    expect(() => marked(put(html))).toThrow(message);
  });
});

describe('a PDF', () => {
  it('has a letter page with both margins, and a link that works', async () => {
    const picture = await pdfOf(put('<a href="https://example.org/x">there</a>'), {
      orientation: 'landscape',
      margin: 1,
    });
    expect(picture.internal.pageSize.getWidth()).toBeCloseTo(11, 3);
    expect(picture.internal.pageSize.getHeight()).toBeCloseTo(8.5, 3);
    expect(picture.output()).toContain('https://example.org/x');
    const text = await pdfOf(put('<p>short</p>'), PAGE_OF_TEXT);
    expect(text.internal.pageSize.getHeight()).toBeCloseTo(11, 3);
  });

  it('flows a text as wide as the page, whole, and parts it between its lines', async () => {
    const words =
      '<p style="margin:0;font:16px/24px sans-serif">' + 'some words of a text '.repeat(2_000) + '</p>';
    const narrow = put(words, 'width:300px;height:200px;overflow:auto');
    const file = await pdfOf(narrow, PAGE_OF_TEXT);
    const lines = await onPaper(narrow, async () => narrow.scrollHeight / 24, { width: 7.5 * 96 });
    // 960 px a page hold 40 lines of 24 px.
    expect(file.getNumberOfPages()).toBe(Math.ceil(lines / 40));
    expect(narrow.offsetWidth).toBe(300);
  });

  it('has as many pages as its text is long', async () => {
    const rows = Array.from({ length: 60 }, (_, at) => `<p style="height:30px;margin:0">${at}</p>`).join('');
    const file = await pdfOf(put(rows), PAGE_OF_TEXT);
    // 1,800 px on pages of 960 px, of which 32 rows fit on each.
    expect(file.getNumberOfPages()).toBe(2);
  });
});

describe('a list on paper', () => {
  const cells = (tag: string) =>
    Array.from({ length: 16 }, (_, at) => `<${tag} style="min-width:100px;padding:0">${at}</${tag}>`).join(
      '',
    );
  const list = `<table style="font:13px sans-serif;border-spacing:0"><tr>${cells('th')}</tr><tr>${cells('td')}</tr></table>`;

  it('has texts of nine points at least: columns that a page has no room for are on the next', async () => {
    const page = { orientation: 'landscape', margin: 1 } as const;
    const file = await pdfOf(put(list, 'width:1600px'), page);
    // 13 px are 9 points at 104 px an inch, so 936 px and nine columns of 100 px are on a page.
    expect(file.getNumberOfPages()).toBe(2);
    const narrow = await pdfOf(put(list.replaceAll('100px', '40px'), 'width:640px'), page);
    expect(narrow.getNumberOfPages()).toBe(1);
  });

  it('has no page for what is empty beside its last column', async () => {
    const page = { orientation: 'landscape', margin: 1 } as const;
    const wide = put(list.replaceAll('100px', '40px'), 'width:1600px');
    expect((await pdfOf(wide, page)).getNumberOfPages()).toBe(1);
  });
});

describe('what a file says above a picture', () => {
  const about = 'Oct 1, 2026 – Oct 31, 2026 (UTC)\nStatus is merged\nHarbour Works in Cairn';
  const titled = () => {
    const element = put('<p style="margin:0;height:100px">drawn</p>');
    element.setAttribute('data-pdf', 'Commits a week');
    element.setAttribute('data-pdf-about', about);
    return element;
  };

  it('is its title, and its dates, filters and source beneath', async () => {
    const element = titled();
    const height = await pictureOf(element, (canvas, box) => [canvas.height / 2, box.height] as const);
    expect(height[0]).toBeGreaterThan(100 + 4 * 18);
    expect(height[1]).toBeCloseTo(height[0], 0);
    const title = headElement(element, 400)?.firstElementChild as HTMLElement;
    expect([title.style.fontWeight, title.style.fontSize]).toEqual(['600', '18px']);
    const texts = [
      ...new DOMParser()
        .parseFromString(svgOf(element, 'x', headLines(element)), 'image/svg+xml')
        .querySelectorAll('text'),
    ];
    expect(texts.map(({ textContent }) => textContent)).toEqual([
      'Commits a week',
      ...about.split('\n'),
      'drawn',
    ]);
    expect(document.body.childElementCount).toBe(1);
  });

  it('is nothing for a text, which says it itself, nor for what has no title', async () => {
    const bare = await pictureOf(titled(), (canvas) => canvas.height / 2, { isBare: true });
    expect([bare, headLines(put('text'))]).toEqual([100, []]);
  });
});

describe('an element on paper', () => {
  it('is not pointed at, and fades at no edge, until it is back on the screen', async () => {
    const element = put('<div data-more-right="" style="height:50px">row</div>');
    const row = element.firstElementChild as HTMLElement;
    const { left, top } = row.getBoundingClientRect();
    await userEvent.hover(row);
    expect(row.matches(':hover')).toBe(true);
    await onPaper(element, async () => {
      expect([row.hasAttribute('data-more-right'), element.hasAttribute('data-on-paper')]).toEqual([
        false,
        true,
      ]);
      expect(element.contains(document.elementFromPoint(left + 5, top + 5))).toBe(false);
      expect(row.matches(':hover')).toBe(false);
    });
    expect([row.hasAttribute('data-more-right'), element.hasAttribute('data-on-paper')]).toEqual([
      true,
      false,
    ]);
    expect(document.elementFromPoint(left + 5, top + 5)).toBe(row);
  });
});

describe('what leaves as a picture', () => {
  it.each([
    ['an image', '<img src="https://elsewhere.example/pixel.png" alt="">'],
    ['a background', '<p style="background:url(https://elsewhere.example/pixel.png)">text</p>'],
    ['an image of a drawing', '<svg><image href="https://elsewhere.example/pixel.png" /></svg>'],
  ])('asks no other host for %s', async (_, html) => {
    const fetched = vi.spyOn(globalThis, 'fetch');
    const element = put(html);
    const pictures = [
      async () => pdfOf(element, PAGE_OF_TEXT),
      async () => thumbnailOf(element),
      async () => pictureOf(element, () => null),
    ];
    for (const draw of pictures) await draw();
    const asked = fetched.mock.calls.map(([address]) =>
      String(address instanceof Request ? address.url : address),
    );
    expect(asked.filter((address) => address.includes('elsewhere.example'))).toEqual([]);
    fetched.mockRestore();
  });
});

describe('a PDF of cards', () => {
  const card = (rows: number) =>
    `<article style="height:200px;overflow:hidden"><div data-pdf="A card" style="display:flex;flex-direction:column;height:100%">
      <div style="overflow:auto;flex:1">${'<p style="height:40px;margin:0">row</p>'.repeat(rows)}</div></div></article>`;

  it('has the cards as they stand, and what is cut of one whole on pages of its own', async () => {
    const page = { orientation: 'landscape', margin: 1 } as const;
    const pagesOf = async (...rows: number[]) =>
      (await pdfOf(put(rows.map(card).join('')), page)).getNumberOfPages();
    const cards = await pagesOf(3, 4);
    expect(await pagesOf(3)).toBe(1);
    // 40 rows of 40 px on pages of 6.5 × 96 px, of which 15 rows fit on each.
    expect(await pagesOf(3, 40)).toBe(cards + 3);
    expect(await pagesOf(40)).toBe(1 + 3);
  });
});

describe('a PDF of cards with lists', () => {
  const page = { orientation: 'landscape', margin: 1 } as const;
  const board = (width: number) =>
    put(
      `<article style="width:700px"><div data-pdf="A card"><table style="font:13px sans-serif"><tr><th>Name</th></tr><tr><td>Ada</td></tr></table></div></article>
       <article><div data-pdf="A card"><p style="margin:0">drawn</p></div></article>`,
      `width:${width}px`,
    );

  it('prints a list that would be smaller than nine points on a page of its own', async () => {
    // 13 px are 9 points at 104 px an inch, and a page is 9 inches wide.
    expect((await pdfOf(board(900), page)).getNumberOfPages()).toBe(1);
    expect((await pdfOf(board(1_400), page)).getNumberOfPages()).toBe(2);
  });
});

describe('a drawing', () => {
  it('holds shapes, texts and patches where they are, in colours that any program reads', () => {
    const element = put(
      `<i style="display:block;width:10px;height:10px;background:oklch(0.6 0.2 20)"></i>
       <span>Merged</span>
       <svg width="100" height="50"><rect x="10" width="40" height="20" style="fill:color-mix(in oklab, red 50%, white)"/></svg>
       <div data-tip>only on pointing</div>`,
    );
    const drawing = new DOMParser().parseFromString(svgOf(element, 'Pull requests'), 'image/svg+xml');
    expect(drawing.querySelector('parsererror')).toBeNull();
    expect(drawing.querySelector('title')?.textContent).toBe('Pull requests');
    expect([...drawing.querySelectorAll('text')].map((each) => each.textContent)).toEqual(['Merged']);
    const shape = drawing.querySelector('svg svg rect');
    expect(shape?.getAttribute('width')).toBe('40');
    expect(shape?.getAttribute('fill')).toMatch(/^rgba\(\d+,\d+,\d+,1\)$/);
    const patches = [...drawing.querySelectorAll('svg > rect')].filter(
      (each) => each.getAttribute('rx') === '2',
    );
    expect(patches.map((each) => [each.getAttribute('width'), each.getAttribute('fill')])).toEqual([
      ['10', expect.stringMatching(/^rgba/)],
    ]);
  });
});

describe('a text that has no room', () => {
  it('is cut in a drawing where its cell cuts it', () => {
    const long = 'a name that is much too long for its cell';
    const cell = (style: string) =>
      put(`<span style="display:block;width:80px;white-space:nowrap;${style}">${long}</span>`);
    const textOf = (element: HTMLElement) => /<text[^>]*>([^<]*)/.exec(svgOf(element, ''))?.[1];
    expect(textOf(cell(''))).toBe(long);
    expect(textOf(cell('overflow:hidden;text-overflow:ellipsis'))).toMatch(/^a name.{0,12}…$/);
  });
});

describe('a thumbnail', () => {
  const pixelsOf = async (address: string) => {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
    const context = canvas.getContext('2d');
    context?.drawImage(image, 0, 0);
    return { image, at: (x: number, y: number) => [...(context?.getImageData(x, y, 1, 1).data ?? [])] };
  };

  it('is the upper part of what is drawn, small and of its size', async () => {
    const element = put(
      `<i style="display:block;height:200px;background:rgb(200,0,0)"></i>
       <i style="display:block;height:4000px;background:rgb(0,0,200)"></i>
       <svg width="100" height="50"><text>Many words</text></svg>`,
      'width:640px;background:white',
    );
    const address = (await thumbnailOf(element)) ?? '';
    expect(address).toMatch(/^data:image\/jpeg;base64,/);
    expect(address.length).toBeLessThan(20_000);
    const { image, at } = await pixelsOf(address);
    expect([image.naturalWidth, image.naturalHeight]).toEqual([320, 180]);
    expect(at(160, 50)[0]).toBeGreaterThan(150);
    expect(at(160, 150)[2]).toBeGreaterThan(150);
  });

  it('has one ground where the drawing is low, and is none where nothing is drawn', async () => {
    const low = put('<b>Low</b>', 'width:640px;height:40px;background:rgb(0,120,0)');
    const { at } = await pixelsOf((await thumbnailOf(low)) ?? '');
    expect(at(300, 170)[1]).toBeGreaterThan(90);
    expect(await thumbnailOf(put('', 'display:none'))).toBeNull();
  });
});
