import { EXIT, StartError } from '../exit.ts';
import { type Rotating, rotateSecrets } from './rotate-secrets.ts';

/** `npm run rotate-secrets`: seals the secrets of sources by a new key, and says what came of it. */
export async function runRotateSecrets(rotating: Rotating): Promise<void> {
  process.umask(0o077);
  try {
    process.stdout.write(`${await rotateSecrets(rotating)}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = error instanceof StartError ? error.exitCode : EXIT.software;
  }
}
