import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

const firstLine = (text) => (text ?? '').trim().split('\n')[0].slice(0, 300);

const AGAIN = ' (passed when tried again)';

function vitestFailures(report, root) {
  return report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0 && status === 'failed') return [`${file}: ${firstLine(message)}`];
    // A test that passes keeps what its first try failed with.
    const complaints = assertionResults.filter((test) => test.failureMessages.length > 0);
    return complaints.map((test) => {
      const again = test.status === 'failed' ? '' : AGAIN;
      return `${file} › ${test.fullName}: ${firstLine(test.failureMessages[0])}${again}`;
    });
  });
}

/**
 * Counts the tests of a vitest report. A missing report, or a file that cannot be loaded, is one failure. A
 * test that passes on its second try passes, and is named.
 */
export function countVitest(file, failed, root) {
  const report = read(file);
  if (!report) return { passed: 0, failed: 1, failures: [] };
  return {
    passed: report.numPassedTests,
    failed: Math.max(report.numFailedTests, failed ? 1 : 0),
    failures: vitestFailures(report, root),
  };
}

const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];

/** Counts the journeys of a Playwright report. One that passes on its second try passes, and is named. */
export function countPlaywright(file, failed) {
  const report = read(file);
  if (!report) return { passed: 0, failed: 1, failures: [] };
  const named = (status, words) =>
    specsOf(report)
      .filter(({ tests }) => tests.some((test) => test.status === status))
      .map((spec) => `${spec.file} › ${spec.title}${words}`);
  return {
    passed: report.stats.expected + report.stats.flaky,
    failed: Math.max(report.stats.unexpected, failed ? 1 : 0),
    failures: [...named('unexpected', ''), ...named('flaky', AGAIN)],
  };
}
