import { AppError, OrgId, type Route } from '@cairn/contracts';
import { graphBackupContract } from '@cairn/contracts/internal';
import { sourceInstallContract } from '@cairn/contracts/source-installs';
import { MESSAGE_BYTES, webhookContract } from '@cairn/contracts/webhooks';
import { type Elsewhere, readUpTo } from '@cairn/service-kit';
import { z } from 'zod';
import { NotOwnedError } from '../store/org-lease.ts';
import { FORWARDED, forwardTo, marked } from './forward.ts';
import type { Ownership } from './ownership.ts';

type Owners = Pick<Ownership, 'placeOf' | 'others' | 'isComplete'>;
type Arrived = Parameters<Elsewhere>[0];
/** Has a process answer a request; the first one is this. */
type Ask = () => Promise<Response>;

/** Whether a request is for a route that names no org. */
function isFor({ method, path }: Route, request: Request, pathname: string): boolean {
  const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`);
  return request.method === method && pattern.test(pathname);
}

const isUnavailable = ({ status }: Response) => status === 503;

/** An answer of each process, where one that does not answer is a 503 of its own. */
const takeAnswer = (ask: Ask): Promise<Response | AppError> =>
  ask().catch((error: unknown) => {
    if (error instanceof AppError) return error;
    throw error;
  });

/** The first answer that is no refusal. While an org has no owner, what nobody takes may be its own: then try again. */
async function firstTaker(owners: Owners, asks: readonly Ask[], refusal: number): Promise<Response> {
  let refused: Response | AppError | undefined;
  for (const ask of asks) {
    const answer = await takeAnswer(ask);
    if (answer instanceof AppError) refused = answer;
    else if (isUnavailable(answer)) refused = new NotOwnedError();
    else if (answer.status !== refusal) return answer;
    else refused ??= answer;
  }
  if (refused instanceof AppError) throw refused;
  if (!refused || !(await owners.isComplete())) throw new NotOwnedError();
  return refused;
}

/** The answers of all processes, or the first that is an error. */
async function everyAnswer(asks: readonly Ask[]): Promise<Response[]> {
  const answers = await Promise.all(asks.map(takeAnswer));
  const failed = answers.find((answer) => answer instanceof AppError);
  if (failed) throw failed;
  return answers.filter((answer) => answer instanceof Response);
}

/** A message of an app is for sources of whichever orgs. */
async function tellEveryone(owners: Owners, asks: readonly Ask[]): Promise<Response> {
  const answers = await everyAnswer(asks);
  const refused = answers.find(({ ok }) => !ok);
  if (!refused && !(await owners.isComplete())) throw new NotOwnedError();
  const [first] = answers;
  if (!first) throw new NotOwnedError();
  return refused ?? first;
}

const BackedUp = z.object({ orgs: z.array(z.string()) });

/** Each process copies what it owns. */
async function backUpEverything(owners: Owners, asks: readonly Ask[]): Promise<Response> {
  if (!(await owners.isComplete())) throw new NotOwnedError();
  const answers = await everyAnswer(asks);
  const refused = answers.find(({ ok }) => !ok);
  if (refused) return refused;
  const copied = await Promise.all(answers.map(async (answer) => BackedUp.parse(await answer.json()).orgs));
  return Response.json({ orgs: copied.flat() });
}

type Way = (owners: Owners, asks: readonly Ask[]) => Promise<Response>;

/** How each route is answered that names no org, but is about what other processes may own. */
const WAYS: readonly (readonly [route: Route, way: Way])[] = [
  [webhookContract.receiveWebhook, (owners, asks) => firstTaker(owners, asks, 401)],
  [sourceInstallContract.endInstall, (owners, asks) => firstTaker(owners, asks, 400)],
  [sourceInstallContract.receiveAppWebhook, tellEveryone],
  [graphBackupContract.backupGraphs, backUpEverything],
];

async function askAround(owners: Owners, way: Way, { request, requestId, here }: Arrived): Promise<Response> {
  const body = request.body && (await readUpTo(request.body, MESSAGE_BYTES));
  const copy = () => marked(request, body, requestId);
  const others = await owners.others();
  const elsewhere = others.map((address) => () => forwardTo(address, copy(), requestId));
  return way(owners, [async () => here(copy()), ...elsewhere]);
}

/** Answers in the process that owns the org of a request; what has no owner for now is refused with words. */
export function answerByOwner(owners: Owners): Elsewhere {
  return async (arrived) => {
    const { request, requestId } = arrived;
    const { pathname } = new URL(request.url);
    const isForwarded = request.headers.has(FORWARDED);
    const way = WAYS.find(([route]) => isFor(route, request, pathname))?.[1];
    if (way) return isForwarded ? undefined : askAround(owners, way, arrived);
    const orgId = OrgId.safeParse(/^\/api\/([^/]+)\//.exec(pathname)?.[1]).data;
    if (!orgId) return undefined;
    const place = await owners.placeOf(orgId);
    if (place === 'here') return undefined;
    // Who sent it here believed that this is the owner.
    if (place === null || isForwarded) throw new NotOwnedError();
    return forwardTo(place.address, request, requestId);
  };
}
