import { z } from 'zod';
import { isRunning, lockDataDir, readInstallation } from '../data-dir.ts';
import { readDataFile } from '../data-files.ts';
import { StartError } from '../exit.ts';
import { internal } from '../owner.ts';
import { checkDataDir } from '../preflight.ts';

const Regained = z.object({ email: z.string(), former: z.string().nullable(), url: z.string() });
type Regained = z.infer<typeof Regained>;

/** A svc-workspace that runs for this command alone. */
export interface WorkspaceForNow {
  readonly url: string;
  close(): Promise<void>;
}

interface Regaining {
  readonly data: string;
  readonly email?: string | undefined;
  /** Starts svc-workspace on data at rest. */
  open(secret: string): Promise<WorkspaceForNow>;
}

const wordsOf = ({ email, former }: Regained): string =>
  former === null
    ? `The account of the owner, ${email}, is open again. Its password and its sessions have ended.`
    : `${email} is the owner now. ${former} keeps their roles, and is no superuser any more.`;

async function whileAtRest({ data, open }: Regaining, secret: string, body: object): Promise<Regained> {
  const release = await lockDataDir(data);
  try {
    const service = await open(secret);
    return await internal(service.url, secret, 'regain-owner', body)
      .then((answer) => Regained.parse(answer))
      .finally(() => service.close());
  } finally {
    await release();
  }
}

/** Opens the owner's account again, or makes that of an e-mail the owner, and returns what to do next. */
export async function regainOwner(regaining: Regaining): Promise<string> {
  const { data, email } = regaining;
  if (email !== undefined && !z.email().safeParse(email).success)
    throw new StartError('usage', `--email takes an e-mail address, not "${email}".`);
  if ((await checkDataDir(data)) === 'new') throw new StartError('noInput', `There is no Cairn in ${data}.`);
  const secret = (await readDataFile(data, 'secrets.json'))?.secret ?? '';
  const { orgId } = await readInstallation(data);
  const body = { ...(email === undefined ? {} : { email }), ...(orgId === undefined ? {} : { orgId }) };
  if (!(await isRunning(data))) {
    const made = await whileAtRest(regaining, secret, body);
    return `${wordsOf(made)}\nThe next npm start prints a link that signs in.`;
  }
  const running = await readDataFile(data, 'running.json');
  if (!running)
    throw new StartError('unavailable', `Cairn is just starting on ${data}. Try again in a moment.`);
  const made = Regained.parse(await internal(running.workspaceUrl, secret, 'regain-owner', body));
  return `${wordsOf(made)}\nSign in (works once, for 15 minutes): ${made.url}`;
}
