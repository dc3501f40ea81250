import { z } from 'zod';

/** What a repository is read with: once added, the folder that all its worktrees share. */
export const GitSettings = z.strictObject({ path: z.string().min(1).max(4_000) });
