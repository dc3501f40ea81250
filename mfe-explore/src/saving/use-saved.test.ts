import type { View } from '@cairn/contracts';
import { Query } from '@cairn/query';
import { describe, expect, it } from 'vitest';
import { stateText, statusOf } from './use-saved.ts';

const query = Query.parse({ orgId: 'acme', select: ['Commit'], page: 3 });
const view: View = { value: 'barChart', config: { vertical: true, values: false } };
const link = { type: 'explore-v1' as const, state: stateText(query, view) };

describe('a document', () => {
  it('is new without an id, and saved while it asks and shows the same', () => {
    expect(statusOf(undefined, undefined, query, view)).toBe('new');
    expect(statusOf('q1', link, query, view)).toBe('saved');
    expect(
      statusOf('q1', link, { ...query, page: 1 }, { ...view, config: { values: false, vertical: true } }),
    ).toBe('saved');
  });

  it('is modified when the question or the view differs, or what was saved cannot be read', () => {
    expect(statusOf('q1', link, { ...query, search: 'fix' }, view)).toBe('modified');
    expect(statusOf('q1', link, query, { ...view, config: {} })).toBe('modified');
    expect(statusOf('q1', { ...link, state: '{' }, query, view)).toBe('modified');
  });

  it('never keeps the org or the page', () => {
    expect(link.state).not.toMatch(/acme|page/);
  });
});
