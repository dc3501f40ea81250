import { z } from 'zod';

export const MANIFEST_FILE = 'mf-manifest.json';
export const VERSION_FILE = 'version.json';

/** What Cairn says of a build. */
export const Build = z.object({
  version: z.string(),
  contract: z.object({ min: z.int(), max: z.int() }),
});

/** The part of a remote's manifest that Cairn relies on. */
export const Manifest = z.object({
  name: z.string(),
  exposes: z.array(z.object({ name: z.string(), path: z.string() })),
  shared: z.array(z.object({ name: z.string(), version: z.string() })),
  cairn: Build,
});
export type Manifest = z.infer<typeof Manifest>;
