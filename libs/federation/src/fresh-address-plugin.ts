import webpack, { type Compiler } from 'webpack';

const { LoadScriptRuntimeModule } = webpack.runtime;
const { RuntimeGlobals } = webpack;

/** What the loader runs once a script has its address, before the page asks for it. */
const FRESH = `const loading = ${RuntimeGlobals.loadScript};
const asked = loading.asked ??= new Set();
if (asked.has(url)) loading.failed = (loading.failed ?? 0) + 1;
asked.add(url);
if (loading.failed) script.src = url + '?' + loading.failed;`;

/**
 * Loads scripts from new addresses once one of the front-end had to be asked for again. A page keeps what it preloaded
 * for as long as it stands, so under the old addresses Retry would meet what is broken.
 */
export class FreshAddressPlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('cairn-fresh-address', (compilation) => {
      LoadScriptRuntimeModule.getCompilationHooks(compilation).createScript.tap(
        'cairn-fresh-address',
        (code) => `${code}\n${FRESH}`,
      );
    });
  }
}
