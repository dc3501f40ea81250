import { z } from 'zod';

/** The settings of a git source. Once added, `path` is the folder that all worktrees of the repository share. */
export const GitSettings = z.strictObject({ path: z.string().min(1).max(4_000) });
