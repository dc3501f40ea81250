import { CATALOGUE, INTEGRATIONS, KINDS, type Integration, type Kind } from '@cairn/entities';
import { describe, expect, it } from 'vitest';
import { usualColumns } from './rows.ts';

const kindNamed = (name: string) => CATALOGUE.kind(name) as Kind;
const columns = (kind: string, sources: readonly Integration[] = INTEGRATIONS) =>
  usualColumns({ kind: kindNamed(kind) }, sources);

describe('the columns that nobody chose', () => {
  it.each([
    ['Commit', ['Commit.name', 'Commit.committedAt', 'Person.name', 'Repository.name', 'Commit.sha']],
    ['SourceFile', ['SourceFile.name', 'SourceFile.updatedAt', 'Repository.name', 'SourceFile.path']],
    ['Release', ['Release.name', 'Release.publishedAt', 'Person.name', 'Repository.name']],
    ['PullRequest', ['PullRequest.name', 'PullRequest.createdAt', 'Person.name', 'Repository.name']],
    ['Issue', ['Issue.name', 'Issue.createdAt', 'Person.name', 'Project.name']],
    ['Event', ['Event.action', 'Event.occurredAt', 'Person.name', 'Repository.name']],
    ['Message', ['Message.name', 'Message.createdAt', 'Person.name', 'Channel.name']],
    ['PullRequestReview', ['PullRequestReview.name', 'PullRequestReview.submittedAt', 'Person.name']],
  ])('of a %s begin with what, when, who and where', (kind, first) => {
    expect(columns(kind).slice(0, first.length)).toEqual(first);
  });

  it.each(KINDS.map(({ name }) => name))('of a %s are there once each, its moment second', (kind) => {
    const found = columns(kind);
    expect(new Set(found).size).toBe(found.length);
    expect(found.indexOf(`${kind}.${kindNamed(kind).timeAttribute}`)).toBe(1);
    for (const text of found) {
      const [target = '', attribute = ''] = text.split('.');
      const owner = CATALOGUE.targetKind(kind, target);
      expect(owner?.attributes.map(({ name }) => name)).toContain(attribute);
    }
  });

  it('tell the title of a thing once, which names it, and so the text of a message', () => {
    const said = ['title', 'body', 'summary'].flatMap((each) => KINDS.map(({ name }) => `${name}.${each}`));
    expect(KINDS.flatMap(({ name }) => columns(name)).filter((each) => said.includes(each))).toEqual([]);
  });

  it('of a pull request and of an issue tell how long it took', () => {
    expect(columns('PullRequest')).toContain('PullRequest.clockCycleTime');
    expect(columns('Issue')).toContain('Issue.clockCycleTime');
  });

  it('tell a repository once, which is the one that the row leads to', () => {
    for (const kind of ['PullRequest', 'CicdPipeline']) {
      expect(columns(kind)).toContain('Repository.name');
      expect(columns(kind)).not.toContain(`${kind}.repository`);
    }
  });

  it('leave out whom and what no source of the org fills', () => {
    expect(columns('Release', ['jira'])).not.toContain('Repository.name');
    expect(columns('Issue', ['git'])).toEqual(['Issue.createdAt']);
  });
});
