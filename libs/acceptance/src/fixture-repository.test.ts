import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeFixtureRepository } from './fixture-repository.ts';

const until = new Date('2026-03-02T12:00:00Z');
const folder = mkdtempSync(join(tmpdir(), 'cairn-fixture-'));
const dir = join(folder, 'one');
const git = (...args: string[]) => execFileSync('git', args, { cwd: dir, encoding: 'utf8' }).trim();

beforeAll(() => makeFixtureRepository({ dir, commits: 300, seed: 7, until }));
afterAll(() => rmSync(folder, { recursive: true }));

describe('a fixture repository', () => {
  it('has as many commits as asked for, merges, branches, releases and a bot among them', () => {
    expect(git('rev-list', '--all', '--count')).toBe('300');
    expect(Number(git('rev-list', '--all', '--merges', '--count'))).toBeGreaterThan(5);
    expect(git('branch', '--list').split('\n').length).toBeGreaterThan(2);
    expect(git('tag', '--list')).toContain('v0.1.0');
    expect(git('log', '--all', '--format=%an')).toContain('renovate[bot]');
    expect(git('status', '--short')).toBe('');
  });

  it('maps the second address of a person back', () => {
    expect(git('log', '--all', '--format=%ae')).toContain('ada@laptop.local');
    expect(git('log', '--all', '--format=%aE')).not.toContain('ada@laptop.local');
  });

  it('ends within two days before the date', () => {
    const last = Number(git('log', '--all', '-1', '--format=%ct')) * 1_000;
    expect(until.getTime() - last).toBeGreaterThan(0);
    expect(until.getTime() - last).toBeLessThan(2 * 86_400_000);
  });

  it('is the same for the same seed', async () => {
    const again = join(folder, 'again');
    await makeFixtureRepository({ dir: again, commits: 300, seed: 7, until });
    expect(execFileSync('git', ['rev-parse', 'main'], { cwd: again, encoding: 'utf8' }).trim()).toBe(
      git('rev-parse', 'main'),
    );
  });

  it('can be lifelike: nested files of kilobytes, messages with bodies, one pack, and the same for the same seed', async () => {
    const made = await Promise.all(
      ['life', 'life-again'].map(async (name) => {
        const life = join(folder, name);
        await makeFixtureRepository({ dir: life, commits: 120, seed: 3, until, shape: 'lifelike' });
        return (...args: string[]) =>
          execFileSync('git', args, { cwd: life, encoding: 'utf8', maxBuffer: 1 << 26 }).trim();
      }),
    );
    const [life, again] = made;
    if (!life || !again) throw new Error('nothing was made');
    expect(again('rev-parse', 'main')).toBe(life('rev-parse', 'main'));
    const sizes = life('ls-tree', '-r', '-l', 'main')
      .split('\n')
      .map((line) => Number(line.split(/\s+/)[3]));
    const middle = sizes.toSorted((left, right) => left - right)[Math.floor(sizes.length / 2)];
    expect(middle).toBeGreaterThan(2_000);
    expect(middle).toBeLessThan(20_000);
    expect(
      life('ls-tree', '-r', '--name-only', 'main')
        .split('\n')
        .some((path) => path.split('/').length > 3),
    ).toBe(true);
    const bodies = life('log', '--all', '--no-merges', '-z', '--format=%b').split('\0');
    expect(bodies.filter((body) => body !== '').length).toBeGreaterThan(bodies.length / 3);
    expect(life('count-objects', '-v')).toMatch(/^count: 0\n[^]*^packs: 1$/m);
  });
});
