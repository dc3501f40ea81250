const OF_BYTE = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
/** A dash stands before these bytes. */
const DASHED = [0, 4, 6, 8, 10, 16];

/** The text of the uuid whose sixteen bytes begin at a place. */
export function uuidText(bytes: Uint8Array, start = 0): string {
  let text = '';
  for (let part = 1; part < DASHED.length; part++) {
    if (part > 1) text += '-';
    const end = start + (DASHED[part] ?? 0);
    for (let at = start + (DASHED[part - 1] ?? 0); at < end; at++) text += OF_BYTE[bytes[at] ?? 0] ?? '';
  }
  return text;
}
