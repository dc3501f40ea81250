import webpack, { type Compilation, type Compiler } from 'webpack';
import type { FrontEnd } from './front-ends.ts';
import { MANIFEST_FILE, VERSION_FILE } from './manifest.ts';

const { RawSource } = webpack.sources;
const stage = webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT;

/** Writes the version and host contracts of a remote into its manifest, or into a file for the shell. */
export class ManifestPlugin {
  readonly #app: FrontEnd;

  constructor(app: FrontEnd) {
    this.#app = app;
  }

  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('cairn-manifest', (compilation) => {
      compilation.hooks.processAssets.tap({ name: 'cairn-manifest', stage }, () => this.#extend(compilation));
    });
  }

  #extend(compilation: Compilation): void {
    const cairn = { version: compilation.hash?.slice(0, 12) ?? 'unknown', contract: this.#app.contract };
    const asset = compilation.getAsset(MANIFEST_FILE);
    if (!asset) {
      compilation.emitAsset(VERSION_FILE, new RawSource(JSON.stringify(cairn)));
      return;
    }
    const manifest = JSON.parse(asset.source.source().toString()) as Record<string, unknown>;
    compilation.updateAsset(MANIFEST_FILE, new RawSource(JSON.stringify({ ...manifest, cairn }, null, 2)));
  }
}
