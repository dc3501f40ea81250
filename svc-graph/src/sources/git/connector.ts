import { AppError } from '@cairn/contracts';
import type { Connector, IngestContext } from '../connector.ts';
import { addRepository } from './add-repository.ts';
import { commitDiff } from './commit-diff.ts';
import { fileText } from './file-text.ts';
import { NoRepositoryError } from './facts.ts';
import { GitError } from './git.ts';
import { ingestGit } from './ingest.ts';
import { removeStatements } from './remove.ts';
import { renormaliseGit } from './renormalise.ts';
import { GitSettings } from './settings.ts';

const words: Connector['words'] = {
  label: 'Git repository',
  icon: 'git-branch',
  description: 'Add a git repository of this machine, and its history can be explored a few seconds later.',
  add: 'Add repository',
  upToDate: 'Up to date',
  lastRead: 'Last read',
  neverRead: 'Not read yet',
  rebuild: 'Nothing is read from the repository.',
  removal:
    'Its commits, files, branches and releases leave every page and chart, and so do people who have nothing else here. The repository itself stays as it is; adding it again, or starting Cairn with its path, reads it anew.',
  fixed: null,
};

const PATH = {
  name: 'path',
  label: 'Path',
  description:
    'Of a git repository on the machine that runs Cairn, in a folder that is allowed under Folders.',
  placeholder: '/home/ada/projects/engine',
  secret: false,
};

/** The log comes first: with it everything but files and lines can be explored. */
const phases: Connector['phases'] = [
  {
    id: 'log',
    label: 'Reading history',
    activity: 'Reading history of',
    unit: 'commits',
    background: false,
    incomplete: null,
  },
  {
    id: 'diff',
    label: 'Reading changes',
    activity: 'Reading changes of',
    unit: 'commits',
    background: true,
    incomplete: 'figures by file and folder',
  },
  // Within the one before: it follows the commits that changed files, and the renames are joined after it.
  {
    id: 'merges',
    label: 'Reading merges',
    activity: 'Reading merges of',
    unit: 'merges',
    background: true,
    incomplete: 'dates of files that a merge alone brought',
  },
];

/** Says in words for people why a repository cannot be read. */
function asUnavailable(cause: unknown): never {
  if (cause instanceof NoRepositoryError) throw new AppError('source_unavailable', cause.message, { cause });
  if (cause instanceof GitError)
    throw new AppError('source_unavailable', `The repository cannot be read: ${cause.message}`, { cause });
  throw cause;
}

const reading = (read: (context: IngestContext) => Promise<void>) => (context: IngestContext) =>
  read(context).catch(asUnavailable);

function missingCommit(cause: unknown): never {
  const isGone = cause instanceof GitError || (cause as NodeJS.ErrnoException).code === 'ENOENT';
  if (!isGone) throw cause;
  throw new AppError(
    'source_unavailable',
    'The repository cannot be read at the moment, or no longer holds this commit.',
    { cause },
  );
}

/** Git repositories of the machine that runs Cairn, as far as they lie in folders of the org. */
export const gitConnector: Connector = {
  type: 'git',
  words,
  settings: GitSettings,
  fields: [PATH],
  phases,
  // Files get their former paths in the transaction that ends the phase.
  pending: { phase: 'diff', kind: 'SourceFile', words: 'Renames not yet joined' },
  provides: ['git'],
  startsProcesses: true,
  create: ({ orgId, settings, folders }) => addRepository(orgId, GitSettings.parse(settings).path, folders),
  folderOf: (settings) => GitSettings.safeParse(settings).data?.path,
  ingest: reading(ingestGit),
  renormalise: reading(renormaliseGit),
  remove: ({ source }) => removeStatements(source.id),
  fileText: ({ settings }, wanted) => fileText(GitSettings.parse(settings).path, wanted).catch(missingCommit),
  commitDiff: ({ settings }, sha, since) =>
    commitDiff(GitSettings.parse(settings).path, sha, since).catch(missingCommit),
};
