import { inject, vi } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Whether the heavy tables run. */
    readonly full: boolean;
    /** Whether faked answers come late. */
    readonly late: boolean;
  }
}

const stubGlobal = vi.stubGlobal.bind(vi);

/** From 20 to 200 ms, always the same for the same request, so that answers overtake each other. */
const latenessOf = (request: string) =>
  20 + ([...request].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 997, 7) % 180);

type Fake = (...request: unknown[]) => unknown;

const late =
  (fake: Fake): Fake =>
  async (...request) => {
    const answer = await fake(...request);
    await new Promise((resolve) => setTimeout(resolve, latenessOf(JSON.stringify(request))));
    return answer;
  };

// A test that passes only while answers come at once is a racing test: it fails on a busy machine.
if (inject('late')) {
  vi.stubGlobal = (name, value) =>
    stubGlobal(
      name,
      name === 'fetch' && typeof value === 'function' ? Object.assign(late(value as Fake), value) : value,
    );
}
