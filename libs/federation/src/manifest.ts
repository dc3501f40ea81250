import { z } from 'zod';

export const MANIFEST_FILE = 'mf-manifest.json';
export const VERSION_FILE = 'version.json';

/** The version of a build and the host contracts that it supports. */
export const Build = z.object({
  version: z.string(),
  contract: z.object({ min: z.int(), max: z.int() }),
});

/** The fields of a remote's manifest that Cairn reads. */
export const Manifest = z.object({
  name: z.string(),
  exposes: z.array(z.object({ name: z.string(), path: z.string() })),
  shared: z.array(z.object({ name: z.string(), version: z.string() })),
  cairn: Build,
});
export type Manifest = z.infer<typeof Manifest>;
