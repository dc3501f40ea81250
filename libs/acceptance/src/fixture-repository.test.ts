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
});
