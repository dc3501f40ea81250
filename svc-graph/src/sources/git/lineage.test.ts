import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CommitNumbers } from './commit-numbers.ts';
import { claim, topsOf } from './history.ts';
import { Lineage } from './lineage.ts';
import type { Context } from './normalise.ts';
import type { Refs } from './refs.ts';

const context: Context = {
  orgId: 'acme',
  sourceId: 's',
  repository: 'r',
  repositoryUuid: 'u',
  webUrl: null,
  isShallow: false,
  observedAt: 0,
};

const nameOf = (index: number) => `c${String(index).padStart(7, '0')}`;

interface Commit {
  readonly sha: string;
  readonly parents: readonly string[];
}

/** Where commits that come in these parts stand, and what is known in the end. */
function placed(refs: Refs, defaultBranch: string | null, parts: readonly (readonly Commit[])[]) {
  const numbers = new CommitNumbers(context);
  const lineage = new Lineage(refs, defaultBranch, context, numbers);
  const places = parts.map((part) => lineage.place(numbers.batch(part)));
  const branches = places.flatMap((place) => [...place.branches]);
  const releases = places.flatMap((place) => [...place.releases]);
  return { lineage, branches, releases };
}

/** Commits of which each stands on some that come later in the list, as git gives them when clocks are right. */
const history = fc
  .array(fc.array(fc.nat(30), { maxLength: 3 }), { minLength: 1, maxLength: 25 })
  .map((links) =>
    links.map((steps, index) => ({
      sha: nameOf(index),
      parents: [...new Set(steps.map((step) => index + 1 + step))]
        .filter((at) => at < links.length)
        .map((at) => nameOf(at)),
    })),
  );
const heads = fc.array(fc.nat(40), { maxLength: 5 });

function refsOf(branches: readonly number[], tags: readonly number[]): Refs {
  return {
    branches: branches.map((at, index) => ({
      name: `b${String(index)}`,
      sha: nameOf(at),
      committedAt: -index,
    })),
    tags: tags.map((at, index) => ({
      name: `t${String(index)}`,
      sha: nameOf(at),
      at: index,
      tagger: null,
      body: '',
    })),
  };
}

function expected(
  commits: readonly { sha: string; parents: readonly string[] }[],
  tips: readonly { sha: string }[],
) {
  const owner = claim(
    new Map(commits.map(({ sha, parents }) => [sha, parents])),
    tips.map(({ sha }) => sha),
  );
  return commits.map(({ sha }) => (owner.get(sha) ?? -1) + 1);
}

describe('lineage', () => {
  it('is what a look at the whole history gives, when children come before parents', () => {
    fc.assert(
      fc.property(history, heads, heads, fc.nat(30), (commits, branches, tags, cut) => {
        const refs = refsOf(branches, tags);
        const parts = [commits.slice(0, cut), commits.slice(cut)];
        const { lineage, branches: found, releases } = placed(refs, null, parts);
        expect(found).toEqual(expected(commits, refs.branches));
        expect(releases).toEqual(expected(commits, refs.tags));
        expect(lineage.corrections().shas).toEqual([]);
        expect(lineage.tops().toSorted()).toEqual(
          topsOf(new Map(commits.map(({ sha, parents }) => [sha, parents]))).toSorted(),
        );
      }),
    );
  });

  it('is put right where commits come in any other order', () => {
    const keyed = fc.array(fc.nat(), { minLength: 25, maxLength: 25 });
    fc.assert(
      fc.property(history, heads, heads, keyed, fc.nat(25), (commits, branches, tags, keys, cut) => {
        const refs = refsOf(branches, tags);
        const shuffled = commits
          .map((commit, index) => ({ commit, key: keys[index] ?? 0 }))
          .toSorted((left, right) => left.key - right.key)
          .map(({ commit }) => commit);
        const parts = [shuffled.slice(0, cut), shuffled.slice(cut)];
        const { lineage, branches: found, releases } = placed(refs, null, parts);
        const { shas, ...right } = lineage.corrections();
        for (const [index, sha] of shas.entries()) {
          const at = shuffled.findIndex((commit) => commit.sha === sha);
          found[at] = right.branches[index] ?? -1;
          releases[at] = right.releases[index] ?? -1;
        }
        expect(found).toEqual(expected(shuffled, refs.branches));
        expect(releases).toEqual(expected(shuffled, refs.tags));
        expect(lineage.tops().toSorted()).toEqual(
          topsOf(new Map(commits.map(({ sha, parents }) => [sha, parents]))).toSorted(),
        );
      }),
    );
  });

  it('gives the default branch what it holds', () => {
    const history = [
      { sha: nameOf(0), parents: [nameOf(1)] },
      { sha: nameOf(1), parents: [] },
    ];
    const { lineage, branches } = placed(refsOf([0, 1], []), 'b1', [history]);
    expect(branches).toEqual([2, 1]);
    expect(lineage.total).toBe(2);
  });
});
