import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError, type Source } from '@cairn/contracts';
import type { Options } from '../bin/options.mjs';
import { lockDataDir, prepareDataDir, readInstallation, remember, seededOrgs } from './data-dir.ts';
import { writeDataFile } from './data-files.ts';
import { EXIT, StartError } from './exit.ts';
import { saysFull } from './full-disk.ts';
import { describe, isRefusal, readRepositories, simulateCompany, type NamedRepository } from './ingestion.ts';
import {
  bootstrap,
  checkOwnerPassword,
  howToSignIn,
  ownerEmail,
  ownerNews,
  serviceToken,
  simulatedOrg,
} from './owner.ts';
import { checkDataDir, checkPort, gitFolderOf, repositoryAt } from './preflight.ts';
import { readPublicAddress } from './public-address.ts';
import { startSystem, type System } from './system.ts';

const ROOT = join(import.meta.dirname, '../../..');
const print = (line: string) => process.stdout.write(`${line}\n`);

/** Runs Cairn until it is stopped; exits with a message and a code when it cannot start. */
export async function main(options: Options): Promise<void> {
  // Files of this process and of the services are readable by this user only.
  process.umask(0o077);
  const stopping = new AbortController();
  const release: Array<() => Promise<void>> = [];
  const stop = async (code: number) => {
    if (stopping.signal.aborted) return;
    stopping.abort();
    for (const each of release.reverse()) await each();
    process.exit(code);
  };
  // The reader of the output may be gone, or its disk full; Cairn continues without it.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0));
  try {
    await start(options, release, stopping.signal);
  } catch (error) {
    if (stopping.signal.aborted) return;
    process.stderr.write(`${explain(error, options.data)}\n`);
    await stop(
      error instanceof StartError ? error.exitCode : isRefusal(error) ? EXIT.noInput : EXIT.software,
    );
  }
}

function explain(error: unknown, data: string): string {
  if (saysFull(error)) return `The disk that holds ${data} is full. Free some space, and start again.`;
  if (error instanceof Error && (error instanceof StartError || isRefusal(error))) return error.message;
  return `Cairn could not start: ${error instanceof Error ? error.message : String(error)}`;
}

async function start(
  options: Options,
  release: Array<() => Promise<void>>,
  signal: AbortSignal,
): Promise<void> {
  const isInstalled = await hasInstallation(options);
  const repos = await Promise.all(options.repos.map((path) => nameRepository(path, isInstalled)));
  const publicUrl = readPublicAddress();
  checkOwnerPassword(await ownerEmail());
  await checkPort(options.port);
  const found = await checkDataDir(options.data, options);
  if (options.reset && found === 'ours') {
    await (
      await lockDataDir(options.data)
    )();
    await rm(options.data, { recursive: true, force: true });
  }
  const { secret } = await prepareDataDir(options.data);
  release.push(await lockDataDir(options.data));
  const system = await startSystem({
    root: ROOT,
    data: options.data,
    port: options.port,
    secret,
    publicUrl,
    print,
  });
  release.push(() => system.stop());
  const { workspaceUrl, graphUrl } = system;
  await writeDataFile(options.data, 'running.json', { workspaceUrl, graphUrl });
  release.push(() => rm(join(options.data, 'running.json'), { force: true }));
  await fill(system, { secret, publicUrl, data: options.data, demo: options.demo }, repos, signal);
}

/** True when an earlier start made orgs here, and this one keeps them. */
async function hasInstallation({ data, reset }: Options): Promise<boolean> {
  if (reset) return false;
  // What is wrong with the folder is told later, in its turn.
  const installation = await readInstallation(data).catch(() => ({}));
  return 'orgId' in installation;
}

/**
 * The repository that an option names. Where it is gone, a first start is refused; a later one goes on for all others,
 * and its source says what is wrong.
 */
async function nameRepository(path: string, isInstalled: boolean): Promise<NamedRepository> {
  try {
    const top = await repositoryAt(path);
    return { path: top, folders: [top, await gitFolderOf(top)] };
  } catch (error) {
    if (!isInstalled || !(error instanceof StartError) || error.exitCode !== EXIT.noInput) throw error;
    return { path, folders: [], fault: error.message };
  }
}

async function fill(
  system: System,
  at: { secret: string; publicUrl: string | undefined; data: string; demo: boolean },
  repos: readonly NamedRepository[],
  signal: AbortSignal,
): Promise<void> {
  const { secret, data } = at;
  const [first, ...others] = repos.map(({ path }) => path);
  const owner = await bootstrap({ workspaceUrl: system.workspaceUrl, secret, data }, [
    first ?? ROOT,
    ...others,
  ]);
  const { orgId, userId } = owner;
  const { sources, faults } = await readRepositories({
    graphUrl: system.graphUrl,
    token: () => serviceToken(system.workspaceUrl, secret, orgId),
    orgId,
    repos,
    report: reporter(),
    signal,
  });
  if (!signal.aborted) faults.push(...(await addSimulated(system, at, userId, signal)));
  if (signal.aborted) return;
  for (const fault of faults) print(fault);
  await system.tellProblems();
  for (const source of sources) for (const note of source.notes) print(`${source.name}: ${note}`);
  const { publicUrl = system.url } = at;
  print(`Cairn is ready: ${publicUrl}`);
  if (publicUrl !== system.url) print(`On this machine it is ${system.url}`);
  const news = ownerNews(owner.owner);
  if (news !== null) print(news);
  print(howToSignIn(publicUrl, owner));
  print('Ctrl-C stops it.');
}

/** Creates the orgs of simulated data: the demo if requested, and load sets that were seeded here. Answers what failed. */
async function addSimulated(
  { workspaceUrl, graphUrl }: System,
  { secret, data, demo }: { secret: string; data: string; demo: boolean },
  userId: string,
  signal: AbortSignal,
): Promise<string[]> {
  for (const orgId of await seededOrgs(data)) {
    const orgName = `${orgId.replace('org-load-', 'Load ')} (simulated)`;
    await simulatedOrg(workspaceUrl, secret, { userId, orgName, orgId });
  }
  if (!demo) return [];
  const { demoOrgId } = await readInstallation(data);
  const org = { userId, orgName: 'Harbour Works (simulated)', ...(demoOrgId ? { orgId: demoOrgId } : {}) };
  const orgId = await simulatedOrg(workspaceUrl, secret, org);
  await remember(data, { demoOrgId: orgId });
  const token = () => serviceToken(workspaceUrl, secret, orgId);
  try {
    await simulateCompany({ graphUrl, token, orgId, report: reporter(), signal });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return [`The simulated org is not read. ${error.message}`];
  }
  print('The simulated org is under Switch orgs in the account menu.');
  return [];
}

/** Prints progress in place on a terminal, and a line every two seconds elsewhere; the last state is always printed. */
function reporter(): (sources: readonly Source[], isLast: boolean) => void {
  let last = 0;
  let shown = '';
  return (sources, isLast) => {
    const text = sources.map(describe).join(' · ');
    const now = Date.now();
    const isEarly = !process.stdout.isTTY && !isLast && now - last < 2_000;
    if (text === shown || isEarly) return;
    const again = shown !== '';
    [last, shown] = [now, text];
    print(process.stdout.isTTY && again ? `\u001b[1A\u001b[2K${text}` : text);
  };
}
