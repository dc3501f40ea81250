import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Loads } from './loads.ts';

const compress = promisify(brotliCompress);
/** A tenth smaller than gzip; the next quality takes three times as long for two percent more. */
const params = { [constants.BROTLI_PARAM_QUALITY]: 10 };

/** Writes a Brotli file beside each script and style sheet that a page loads; the gateway sends these. */
export async function compressLoads(dist: string, loads: Loads): Promise<void> {
  const texts = new Set(
    Object.values(loads)
      .flat()
      .filter((name) => /\.(?:js|css)$/.test(name)),
  );
  await Promise.all(
    [...texts].map(async (name) => {
      const file = join(dist, name);
      await writeFile(`${file}.br`, await compress(await readFile(file), { params }));
    }),
  );
}
