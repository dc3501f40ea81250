import { onlineManager } from '@tanstack/react-query';
import { afterEach, describe, expect, it } from 'vitest';
import { createQueryClient } from './query-client.ts';

afterEach(() => onlineManager.setOnline(true));

describe('the query client', () => {
  it('asks without a network too, since Cairn may run on this machine', async () => {
    onlineManager.setOnline(false);
    const client = createQueryClient();
    const queryFn = () => Promise.resolve('here');
    await expect(client.fetchQuery({ queryKey: ['a'], queryFn })).resolves.toBe('here');
    const mutation = client.getMutationCache().build(client, { mutationFn: queryFn });
    await expect(mutation.execute(undefined)).resolves.toBe('here');
  });
});
