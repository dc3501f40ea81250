import webpack, { type Compiler } from 'webpack';

const { LoadScriptRuntimeModule } = webpack.runtime;
const { RuntimeGlobals } = webpack;

/** What the loader runs once a script has its address, before the page asks for it. */
const FRESH = `const asked = ${RuntimeGlobals.loadScript}.asked ??= {};
asked[url] = (asked[url] ?? -1) + 1;
if (asked[url] > 0) script.src = url + '?' + asked[url];`;

/**
 * Loads a script that failed from a new address. A page keeps what it preloaded for as long as it stands, so under its
 * old address Retry would meet the broken one again.
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
