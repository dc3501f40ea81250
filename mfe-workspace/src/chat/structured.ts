const ENCLOSED = /^(?:\{[^]*\}|\[[^]*\])$/;

/** The data of a text that begins and ends with braces or brackets and is JSON; undefined for any other (W§5). */
export function structuredOf(text: string): object | undefined {
  const trimmed = text.trim();
  if (!ENCLOSED.test(trimmed)) return undefined;
  try {
    return JSON.parse(trimmed) as object;
  } catch {
    return undefined;
  }
}
