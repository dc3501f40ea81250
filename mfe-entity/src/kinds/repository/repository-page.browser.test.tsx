import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { clear, show } from '../../../test/show.tsx';
import { plainEntity } from '../../../test/plain-entity.ts';
import { REPOSITORY_PAGE } from './repository-page.ts';

afterEach(clear);

const AGES = { createdAt: '2017-11-07T21:14:00Z', updatedAt: '2023-08-29T17:13:00Z' };
const showFacts = (integration: string) =>
  show(<>{REPOSITORY_PAGE.header.facts?.(plainEntity('Repository', { ...AGES, integration }))}</>);
const words = () => document.querySelector('main')?.textContent ?? '';

describe('the head of a repository', () => {
  it('tells of its first and last commit where git read it', async () => {
    showFacts('git');
    await expect.element(page.getByText('first commit')).toBeVisible();
    expect(words()).toContain('last commit on any branch Aug 29, 2023');
  });

  it('tells when it was made where a forge alone knows it, and of no commit', async () => {
    showFacts('github');
    await expect.element(page.getByText('created')).toBeVisible();
    expect(words()).not.toContain('commit');
  });
});
