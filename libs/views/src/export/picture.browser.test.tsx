import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { draw, frame, known, sampleNamed, viewUnderTest } from '../../test/drawn-view.tsx';
import { pictureOf } from './canvas.ts';
import { onPaper } from './on-paper.ts';
import { pngOf } from './png.ts';

viewUnderTest();

/** The colour of a canvas at the middle of an element that stands in the frame. */
function colorAt(canvas: HTMLCanvasElement, box: DOMRect, element: Element): number[] {
  const { left, top, width, height } = element.getBoundingClientRect();
  const scale = canvas.width / box.width;
  const [x, y] = [(left - box.left + width / 2) * scale, (top - box.top + height / 2) * scale];
  return [...(canvas.getContext('2d')?.getImageData(x, y, 1, 1).data ?? [])];
}

/** A colour of the page as the channels of a canvas. */
function channels(color: string): number[] {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) throw new Error('no canvas');
  context.fillStyle = color;
  context.fillRect(0, 0, 1, 1);
  return [...context.getImageData(0, 0, 1, 1).data];
}

it.each([
  ['barChart', { vertical: true, values: false }, '[aria-label=bar] > *'],
  ['heatMap', { values: false }, '[aria-label=cell] > *'],
])('shows the marks of %s in their colours, and leaves the page as it was', async (id, config, marks) => {
  draw(known(id), sampleNamed('per week, twelve rows'), config);
  await expect.poll(() => frame.querySelectorAll('[data-mark]').length).toBe(12);
  await document.fonts.ready;
  // A mark that is pointed at has another shade.
  await userEvent.hover(document.body, { position: { x: 950, y: 500 } });
  const before = frame.innerHTML;
  const found = await pictureOf(frame, (canvas, box) =>
    [...frame.querySelectorAll(`[data-plot] ${marks}`)].slice(0, 4).map((mark) => ({
      drawn: colorAt(canvas, box, mark),
      wanted: channels(getComputedStyle(mark).fill),
    })),
  );
  expect(found).toHaveLength(4);
  for (const { drawn, wanted } of found)
    drawn.forEach((channel, at) => expect(Math.abs(channel - (wanted[at] ?? 0))).toBeLessThan(8));
  expect(frame.innerHTML).toBe(before);
});

it('is light on white paper though the page is dark, and dark again later', async () => {
  const scheme = 'data-mantine-color-scheme';
  document.body.setAttribute(scheme, 'dark');
  draw(known('heatMap'), sampleNamed('per week, twelve rows'));
  await expect.poll(() => frame.querySelectorAll('[data-mark]').length).toBe(12);
  const ground = (canvas: HTMLCanvasElement) => canvas.getContext('2d')?.getImageData(2, 2, 1, 1).data[0];
  expect(await pictureOf(frame, ground)).toBeLessThan(60);
  expect(await pictureOf(frame, ground, { isWhite: true })).toBe(255);
  expect(frame.hasAttribute(scheme)).toBe(false);
  expect(await pictureOf(frame, ground)).toBeLessThan(60);
  document.body.removeAttribute(scheme);
});

it('has room around it in a file of its own', async () => {
  frame.innerHTML = '<div style="height:100%;background:rgb(200,0,0)"></div>';
  const image = new Image();
  image.src = await pngOf(frame);
  await image.decode();
  expect([image.naturalWidth, image.naturalHeight]).toEqual([2 * (900 + 32), 2 * (420 + 32)]);
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
  const context = canvas.getContext('2d');
  context?.drawImage(image, 0, 0);
  const red = (x: number, y: number) => context?.getImageData(x, y, 1, 1).data[1] === 0;
  expect([red(31, 31), red(33, 33)]).toEqual([false, true]);
});

it('has all rows of a table that scrolls on the page, without scrollbars', async () => {
  frame.innerHTML = `<div style="height:100%;overflow:auto">${'<p style="height:40px;margin:0">row</p>'.repeat(30)}</div>`;
  const before = frame.innerHTML;
  const heights = await onPaper(frame, async () => {
    const table = frame.firstElementChild as HTMLElement;
    return [frame.offsetHeight, table.clientHeight, getComputedStyle(table).overflow];
  });
  expect(heights).toEqual([1_200, 1_200, 'hidden']);
  expect(frame.innerHTML).toBe(before);
  expect(frame.offsetHeight).toBe(420);
});

it('draws a pivot, whose ids and names may hold what no picture takes', async () => {
  draw(known('pivotTable'), sampleNamed('per week and person, twelve rows'));
  await expect.poll(() => frame.querySelectorAll('[role=row]').length).toBeGreaterThan(3);
  const name = frame.querySelector('[role=gridcell] span:last-child');
  if (name) name.textContent = 'a \u0001 name';
  // The pivot measures its columns once more after it is drawn.
  let before = '';
  await expect
    .poll(() => {
      const still = before === frame.innerHTML;
      before = frame.innerHTML;
      return still;
    })
    .toBe(true);
  expect(before).toContain('\u0000');
  expect(await pictureOf(frame, (canvas) => canvas.width)).toBeGreaterThan(900);
  expect(frame.innerHTML).toBe(before);
});

it('waits for what is drawn only once it is seen, as a printer does', async () => {
  frame.innerHTML = '<div data-skeleton></div>';
  const print = () =>
    setTimeout(() => {
      frame.innerHTML = '<b>drawn</b>';
    }, 200);
  addEventListener('beforeprint', print, { once: true });
  expect(await onPaper(frame, async () => frame.textContent)).toBe('drawn');
});
