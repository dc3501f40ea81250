import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { countPlaywright, countVitest } from '../bin/reports.mjs';

const folder = mkdtempSync(join(tmpdir(), 'cairn-reports-'));
afterAll(() => rmSync(folder, { recursive: true }));

function report(content: object): string {
  const file = join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
}

const fact = (fullName: string, status: string, ...failureMessages: string[]) => ({
  fullName,
  status,
  failureMessages,
});

describe('the summary of facts', () => {
  it('names what failed, and what passed only on its second try', () => {
    const file = report({
      numPassedTests: 2,
      numFailedTests: 1,
      testResults: [
        {
          name: '/cairn/libs/a.test.ts',
          status: 'failed',
          assertionResults: [
            fact('a is well', 'passed'),
            fact('a is late', 'passed', 'too late\nat line 3'),
            fact('a is ill', 'failed', 'fever\nat line 4', 'fever\nat line 4'),
          ],
        },
      ],
    });
    expect(countVitest(file, true, '/cairn')).toEqual({
      passed: 2,
      failed: 1,
      failures: [
        'libs/a.test.ts › a is late: too late (passed when tried again)',
        'libs/a.test.ts › a is ill: fever',
      ],
    });
  });

  it('names a file that cannot be loaded, and is a failure where there is no report', () => {
    const broken = { name: '/cairn/libs/b.test.ts', status: 'failed', message: 'no such module' };
    const file = report({
      numPassedTests: 0,
      numFailedTests: 0,
      testResults: [{ ...broken, assertionResults: [] }],
    });
    expect(countVitest(file, true, '/cairn')).toEqual({
      passed: 0,
      failed: 1,
      failures: ['libs/b.test.ts: no such module'],
    });
    expect(countVitest(join(folder, 'none.json'), true, '/cairn').failed).toBe(1);
  });
});

it('journeys that pass on their second try pass, and are named', () => {
  const spec = (title: string, status: string) => ({ file: 'c.spec.ts', title, tests: [{ status }] });
  const file = report({
    stats: { expected: 1, flaky: 1, unexpected: 1 },
    suites: [{ specs: [spec('walks', 'expected'), spec('stumbles', 'flaky'), spec('falls', 'unexpected')] }],
  });
  expect(countPlaywright(file, true)).toEqual({
    passed: 2,
    failed: 1,
    failures: ['c.spec.ts › falls', 'c.spec.ts › stumbles (passed when tried again)'],
  });
});
