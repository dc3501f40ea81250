import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { sentAs } from './clickhouse-form.ts';
import type { FormValues } from './clickhouse-form.ts';

const STATEMENT = 'SELECT {p1:String}';
const LONG = `SELECT '${'x'.repeat(140_000)}'`;
const texts = (count: number) => Array.from({ length: count }, (_, index) => `value ${index}`);

/** The form fields that a statement is sent as; null when it is not sent as a form. */
async function formOf(text: string, values: FormValues) {
  const sent = await sentAs(text, values);
  if (!('values' in sent)) return null;
  const body = await buffer(sent.values);
  const fields = await new Response(body, { headers: sent.http_headers }).formData();
  return Object.fromEntries([...fields].map(([name, value]) => [name, String(value)]));
}

describe('a statement for ClickHouse', () => {
  it('has few values in the address, as they are', async () => {
    const values = { p1: `it's`, p2: 5, p3: ['a', 'b'] };
    expect(await sentAs(STATEMENT, values)).toEqual({ query: STATEMENT, query_params: values });
  });

  it('has many in a form, written as the server reads them', async () => {
    const odd = ['back\\slash', `it's`, 'tab\tline\nend\r', 'Zoë 🎉, "so"', '[]'];
    const form = await formOf(STATEMENT, {
      p1: odd[2] ?? '',
      p2: 5,
      p3: true,
      p4: [...odd, ...texts(5_000)],
      p5: [1, 0.5, 1e300],
    });
    expect(form).toMatchObject({
      query: STATEMENT,
      param_p1: 'tab\\tline\\nend\\r',
      param_p2: '5',
      param_p3: '1',
    });
    expect(form?.['param_p4']).toContain(
      `['back\\\\slash','it\\'s','tab\\tline\\nend\\r','Zoë 🎉, "so"','[]','value 0',`,
    );
    expect(form?.['param_p5']).toBe('[1,0.5,1e+300]');
  });

  it('has them in the address where its text is too long for a form, as long as that holds them', async () => {
    expect(await formOf(LONG, { p1: texts(5_000) })).toBeNull();
    await expect(sentAs(LONG, { p1: texts(100_000) })).rejects.toMatchObject({
      code: 'too_large',
      message: expect.stringContaining('1000000 bytes'),
    });
    expect(Object.keys((await formOf(STATEMENT, { p1: texts(100_000) })) ?? {})).toEqual([
      'query',
      'param_p1',
    ]);
  });
});
