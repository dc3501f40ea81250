import { mkdirSync, mkdtempSync, readFileSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { smallDisk, whyNoSmallDisk, type SmallDisk } from '@cairn/service-kit/small-disk';
import { watchDisk } from './full-disk.ts';
import { LogFile } from './log-file.ts';
import { printProblemsOnce } from './problems.ts';

const skipped = whyNoSmallDisk();
const release: Array<() => void> = [];
afterEach(() => {
  for (const each of release.splice(0).reverse()) each();
});

function disk(megabytes: number): SmallDisk {
  const made = smallDisk(megabytes);
  release.push(() => made.remove());
  return made;
}

function terminal() {
  const printed: string[] = [];
  return { printed, report: printProblemsOnce((line) => printed.push(line)) };
}

function logFile(path: string, report: ReturnType<typeof terminal>['report']): LogFile {
  const log = new LogFile(path, report, 20);
  release.push(() => log.end());
  return log;
}

const textOf = (path: string) => readFileSync(path, 'utf8');

describe.skipIf(skipped)(`a full disk${skipped ? ` (skipped: ${skipped})` : ''}`, () => {
  it('costs lines of the logs, is said once, and the logs go on when there is room', async () => {
    const { printed, report } = terminal();
    const { dir, fill, free } = disk(1);
    const logs = ['a.log', 'b.log'].map((name) => logFile(join(dir, name), report));
    const write = (text: string) => logs.forEach((log) => log.write(Buffer.from(text)));
    write('before\n');
    await expect.poll(() => textOf(join(dir, 'b.log'))).toBe('before\n');
    fill();
    const line = `${'x'.repeat(5_000)}\n`;
    for (let turn = 0; turn < 10; turn += 1) write(line);
    await expect.poll(() => printed).toEqual([expect.stringContaining('The disk is full.')]);
    free();
    await expect.poll(() => printed).toEqual([expect.any(String), 'There is room on the disk again.']);
    // Each log tries again in its own time; the first one that is written says so for both.
    await expect.poll(() => textOf(join(dir, 'a.log'))).toMatch(/"dropped":[1-9]\d*.*\n$/);
    write('after\n');
    await expect.poll(() => textOf(join(dir, 'a.log'))).toMatch(/"dropped":[1-9]\d*.*\nafter\n$/);
  });

  it('beneath the data is said once, and once when there is room', async () => {
    const { printed, report } = terminal();
    const { dir, fill, free } = disk(4);
    release.push(watchDisk(dir, report, 10));
    fill();
    await expect.poll(() => printed).toEqual([expect.stringContaining('Free some space')]);
    free();
    await expect.poll(() => printed).toEqual([expect.any(String), 'There is room on the disk again.']);
  });
});

describe('a log that cannot be opened', () => {
  it('is said with its path, and is written once it can be', async () => {
    const { printed, report } = terminal();
    const path = join(mkdtempSync(join(tmpdir(), 'cairn-log-')), 'svc.log');
    mkdirSync(path);
    const log = logFile(path, report);
    log.write(Buffer.from('one\n'));
    await expect.poll(() => printed).toEqual([expect.stringContaining(`The log ${path} cannot be written`)]);
    rmdirSync(path);
    await expect.poll(() => printed.length).toBe(2);
    log.write(Buffer.from('two\n'));
    await expect.poll(() => textOf(path)).toContain('two\n');
  });
});
