import { Readable } from 'node:stream';
import { AppError } from '@cairn/contracts';

type Single = string | number | boolean;

/** Values by the names of their parameters. */
export type FormValues = Readonly<Record<string, Single | readonly Single[]>>;

/** Bytes of values that may be sent in an address; proxies before the server may accept little more. */
const USUAL = 16_384;
/** Bytes of values that a server accepts in an address, less some for the rest of it. */
const ADDRESS = 1_000_000;
/** Bytes that a server accepts in one form field by default. */
const FIELD = 131_072;

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  "'": "\\'",
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
};
const escaped = (text: string) => text.replaceAll(/[\\'\t\n\r]/g, (found) => ESCAPES[found] ?? found);
const quoted = (value: Single) => (typeof value === 'string' ? `'${escaped(value)}'` : String(value));

/** A value as the server parses it: escaped, and quoted in a list. */
function fieldOf(value: FormValues[string]): string {
  if (typeof value === 'object') return `[${value.map(quoted).join()}]`;
  return typeof value === 'boolean' ? String(Number(value)) : escaped(String(value));
}

/** Counts the bytes of values in an address, and stops beyond `most`. */
function bytesOf(values: FormValues, most: number): number {
  let bytes = 0;
  for (const value of Object.values(values)) {
    bytes += encodeURIComponent(fieldOf(value)).length;
    if (bytes > most) return bytes;
  }
  return bytes;
}

async function asForm(text: string, values: FormValues) {
  const form = new FormData();
  form.append('query', text);
  for (const [name, value] of Object.entries(values)) form.append(`param_${name}`, fieldOf(value));
  const encoded = new Response(form);
  const body = Buffer.from(await encoded.arrayBuffer());
  return {
    // The statement is in the body; the client would prepend one from the address.
    query: '',
    values: Readable.from([body]),
    http_headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
  };
}

/**
 * Sends values in the address, or as a form when they are long. Refuses values that are too long for both.
 */
export async function sentAs(text: string, values: FormValues) {
  if (bytesOf(values, USUAL) <= USUAL) return { query: text, query_params: { ...values } };
  if (Buffer.byteLength(text) <= FIELD) return asForm(text, values);
  if (bytesOf(values, ADDRESS) <= ADDRESS) return { query: text, query_params: { ...values } };
  throw new AppError(
    'too_large',
    `The values of this question are longer than the ${ADDRESS} bytes that the database takes beside a statement of this length. Ask for fewer things, or with fewer values.`,
  );
}
