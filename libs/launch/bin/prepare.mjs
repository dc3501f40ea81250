import { ensureBuilt } from './build.mjs';
import { installProduct, requireMachine } from './install.mjs';

/** Installs and builds what a command of the product runs; exits with words where that fails. */
export async function prepareProduct() {
  requireMachine();
  const installed = installProduct();
  await ensureBuilt();
  await installed;
}
