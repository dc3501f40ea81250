import { EXIT, StartError } from '../exit.ts';
import { regainOwner } from './regain-owner.ts';
import { workspaceAtRest } from './workspace-at-rest.ts';

interface Command {
  /** Folder of the checkout, with the built apps. */
  readonly root: string;
  readonly data: string;
  readonly email?: string | undefined;
}

/** `npm run owner`: opens the owner's account again, or makes another account the owner, and says how to sign in. */
export async function runRegainOwner({ root, data, email }: Command): Promise<void> {
  process.umask(0o077);
  try {
    const open = (secret: string) => workspaceAtRest({ root, data, secret });
    process.stdout.write(`${await regainOwner({ data, email, open })}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = error instanceof StartError ? error.exitCode : EXIT.software;
  }
}
