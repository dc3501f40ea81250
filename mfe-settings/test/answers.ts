import type { Source } from '@cairn/contracts';

/** A source that was read. */
export const readSource = (id: string, name: string, type: string): Source => ({
  id,
  type,
  name,
  status: 'active',
  progress: { state: 'done', current: null, phases: [] },
  notes: [],
  error: null,
  erroredAt: null,
  lastIngestedAt: '2026-11-01T00:00:00Z',
});

/** The answer of a service that is away. */
export const unavailable = (): Response => {
  const error = { code: 'unavailable', message: 'Try again in a moment.' };
  return Response.json({ error }, { status: 503 });
};
