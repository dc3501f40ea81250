import type { ChangedFile } from '@cairn/contracts';
import gitDiffParser, { type Hunk } from 'gitdiff-parser';

export type ParsedPatch =
  { readonly ok: true; readonly hunks: Hunk[] } | { readonly ok: false; readonly reason: string };

/** The hunks of a file's patch, or the reason why there are none (E§8). */
export function parsePatch({ patch, reason, additions }: ChangedFile): ParsedPatch {
  if (patch === null) {
    const binary = additions === null ? 'Binary file, so there is no text to compare.' : null;
    return { ok: false, reason: reason ?? binary ?? 'No diff data available' };
  }
  const start = /^@@ /m.exec(patch)?.index;
  if (start === undefined) return { ok: false, reason: reason ?? 'No changes found in diff' };
  try {
    // The parser fails on unusual file names, so the patch gets a plain header.
    const [file] = gitDiffParser.parse(`diff --git a/f b/f\n--- a/f\n+++ b/f\n${patch.slice(start)}`);
    const hunks = file?.hunks ?? [];
    return hunks.length > 0 ? { ok: true, hunks } : { ok: false, reason: 'No changes found in diff' };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { ok: false, reason: `Error parsing diff data: ${message}` };
  }
}
