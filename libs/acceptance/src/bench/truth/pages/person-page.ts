import { drawn } from '../cells.ts';
import type { Compared } from '../compare.ts';
import type { HistoryCommit, Signer } from '../git-history.ts';
import { humanOf, mappedKey } from '../one-human.ts';
import { VISIBLE } from '../rows.ts';
import { commitsOf, foldersOf, foldersShown, latestCommits, monthsOf, monthsShown } from './commit-lists.ts';
import { eventsOf, isoOf, releasedLine } from './history-facts.ts';
import {
  type OpenedPage,
  type OpenPages,
  type Said,
  comparedPages,
  detailOf,
  readProperty,
  timelineOf,
  toldEvents,
  readTotal,
} from './page.ts';

interface Signed {
  readonly signer: Signer;
  readonly at: number;
  readonly isOwn: boolean;
}

const signedIn = ({ author, committer, authoredAt, committedAt }: HistoryCommit): Signed[] => [
  { signer: author, at: authoredAt, isOwn: true },
  { signer: committer, at: committedAt, isOwn: false },
];

/** The account that stands for a human: of one login the address with a number, else the first. */
function leadOf(signed: readonly Signed[]): string {
  const keys = [...new Set(signed.map(({ signer }) => mappedKey(signer)))];
  const hasNumber = (key: string) => (/^\d+[-+]/.test(key) ? 0 : 1);
  return keys.toSorted((one, other) => hasNumber(one) - hasNumber(other) || (one < other ? -1 : 1))[0] ?? '';
}

/** The own latest spelling of the leading account; who only committed or tagged is called as there. */
function pickName(signed: readonly Signed[]): string {
  const lead = leadOf(signed);
  const own = signed.filter(({ signer }) => mappedKey(signer) === lead && VISIBLE.test(signer.name));
  const ordered = own.toSorted(
    (one, other) =>
      Number(other.isOwn) - Number(one.isOwn) ||
      other.at - one.at ||
      (one.signer.name < other.signer.name ? -1 : 1),
  );
  return ordered[0]?.signer.name ?? lead;
}

/** What git says of the page of a human. */
function readGit({ facts }: OpenPages, human: string): Said {
  const { commits, tags } = facts.history;
  const taggedBy = tags.filter(({ tagger }) => tagger !== null && humanOf(tagger) === human);
  const signed = [
    ...commits.flatMap(signedIn),
    ...taggedBy.flatMap(({ tagger, at }) => (tagger ? [{ signer: tagger, at, isOwn: false }] : [])),
  ].filter(({ signer }) => humanOf(signer) === human);
  const moments = signed.map(({ at }) => at);
  const told = commits.flatMap(eventsOf).filter(({ actor }) => humanOf(actor) === human);
  const lines = [...told.map(({ line }) => line), ...taggedBy.map(releasedLine)];
  const own = facts.byAuthor.get(human) ?? [];
  const merged = (list: readonly HistoryCommit[]) => list.filter((commit) => facts.isOnDefault(commit));
  return {
    title: pickName(signed),
    'e-mail': leadOf(signed),
    'first active': isoOf(moments.reduce((least, at) => Math.min(least, at), Infinity)),
    'last active': isoOf(moments.reduce((most, at) => Math.max(most, at), -Infinity)),
    commits: own.length,
    'commits that they committed': commits.filter(({ committer }) => humanOf(committer) === human).length,
    'releases that they tagged': taggedBy.length,
    ...monthsOf(merged(own)),
    ...foldersOf(merged(own)),
    ...toldEvents(lines, lines.length),
  };
}

async function opened(pages: OpenPages, human: string, uuid: string): Promise<OpenedPage> {
  const own = pages.facts.byAuthor.get(human) ?? [];
  const page = await detailOf(pages, uuid);
  const latest = await latestCommits(pages, commitsOf('Person', page), own);
  const merged = commitsOf('Person', page, true);
  return {
    key: human,
    git: { ...readGit(pages, human), ...latest.git },
    cairn: {
      title: page.name,
      'e-mail': readProperty(page, 'email'),
      'first active': readProperty(page, 'createdAt'),
      'last active': readProperty(page, 'updatedAt'),
      commits: readTotal(page, 'Commit'),
      'commits that they committed': readTotal(page, 'Committed'),
      'releases that they tagged': readTotal(page, 'Release'),
      ...latest.cairn,
      ...(await monthsShown(pages, merged)),
      ...(await foldersShown(pages, merged)),
      ...(await timelineOf(pages, uuid)),
    },
  };
}

/** Opens pages of people that were drawn, and compares header, charts, lists and timeline. */
export async function personPages(pages: OpenPages, uuids: ReadonlyMap<string, string>): Promise<Compared[]> {
  const shown: OpenedPage[] = [];
  for (const [human, uuid] of drawn([...uuids], pages.most, pages.random))
    if (human !== '') shown.push(await opened(pages, human, uuid));
  return comparedPages('Person', shown);
}
