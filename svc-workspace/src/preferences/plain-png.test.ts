import { PICTURE_PIXELS } from '@cairn/contracts';
import { describe, expect, it } from 'vitest';
import { base64, chunk, END, header, pixels, png, PLAIN_PNG } from '../../test/png.ts';
import { plainPng } from './plain-png.ts';

const broken = pixels();
broken.writeUInt8(broken.readUInt8(12) ^ 1, 12);

describe('a picture', () => {
  it('keeps its pixels, and loses texts and places', () => {
    const place = chunk('eXIf', Buffer.from('52.5200 N'));
    const text = chunk('tEXt', Buffer.from('Author\0<script>'));
    expect(plainPng(base64(header(), text, pixels(), place, END))).toBe(PLAIN_PNG);
    expect(plainPng(PLAIN_PNG)).toBe(PLAIN_PNG);
  });

  it.each([
    ['no PNG', Buffer.from('<svg onload="alert(1)"/>').toString('base64')],
    ['nothing', ''],
    ['of another size', base64(header(97), pixels(), END)],
    ['interlaced', base64(header(PICTURE_PIXELS, [8, 6, 0, 0, 1]), pixels(), END)],
    ['without a header', base64(pixels(), END)],
    ['without an end', base64(header(), pixels())],
    ['cut', png(header(), pixels(), END).subarray(0, -20).toString('base64')],
    ['of a broken checksum', base64(header(), broken, END)],
    ['with too few pixels', base64(header(), pixels(100), END)],
    ['that unpacks to more than its pixels', base64(header(), pixels(50_000_000), END)],
    ['with what follows its end', png(header(), pixels(), END, Buffer.from('tail')).toString('base64')],
  ])('that is %s is refused', (_, given) => {
    expect(() => plainPng(given)).toThrow('A picture is a PNG of 96 × 96 pixels.');
  });
});
