import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { freePorts } from './free-ports.ts';
import { printProblemsOnce } from './problems.ts';
import { supervise, type RestartTimes, type Supervised } from './supervise.ts';

const entry = join(import.meta.dirname, '../test/simple-service.mjs');
const QUICK: RestartTimes = {
  firstPause: 1,
  longestPause: 5,
  healthyAfter: 60_000,
  slowStart: 60_000,
  askEvery: 20,
  answerWithin: 200,
};

const running: Supervised[] = [];
afterEach(() => Promise.all(running.splice(0).map((each) => each.stop())));

async function run(env: Record<string, string> = {}, times: Partial<RestartTimes> = {}) {
  const { port } = await freePorts(['port']);
  const url = `http://127.0.0.1:${port}`;
  const logFile = join(mkdtempSync(join(tmpdir(), 'cairn-supervise-')), 'simple.log');
  const printed: string[] = [];
  const print = (line: string) => void printed.push(line);
  const spec = {
    name: 'simple',
    entry,
    env: { ...process.env, ...env, PORT: String(port) },
    flags: [],
    logFile,
    url,
    reportsOnItself: true,
  };
  const supervised = supervise(spec, { print, report: printProblemsOnce(print) }, { ...QUICK, ...times });
  running.push(supervised);
  const pidNow = async () => ((await (await fetch(url)).json()) as { pid: number }).pid;
  /** The pid of the listening process, once it differs from the previous one. */
  const pidAfter = async (before: number) => {
    let pid = before;
    const isOther = async () => (pid = await pidNow().catch(() => before)) !== before;
    await expect.poll(isOther, { interval: 10 }).toBe(true);
    return pid;
  };
  return { supervised, printed, pidAfter, logFile };
}

describe('a process that ends', () => {
  it(
    'is started again after thirty ends too, and the terminal is not flooded',
    { timeout: 60_000 },
    async () => {
      const { supervised, printed, pidAfter } = await run();
      await supervised.ready;
      let pid = await pidAfter(0);
      for (let kills = 0; kills < 30; kills += 1) {
        process.kill(pid, 'SIGKILL');
        pid = await pidAfter(pid);
      }
      expect(printed.filter((line) => line.includes('simple ended (SIGKILL)')).length).toBe(3);
      expect(printed.filter((line) => line.includes('simple keeps ending')).length).toBe(1);
    },
  );

  it('has its earlier ends forgotten once it was well for a while, and the terminal hears it', async () => {
    const { supervised, printed, pidAfter } = await run({}, { healthyAfter: 300 });
    await supervised.ready;
    let pid = await pidAfter(0);
    for (let kills = 0; kills < 4; kills += 1) {
      process.kill(pid, 'SIGKILL');
      pid = await pidAfter(pid);
    }
    await expect.poll(() => printed.at(-1)).toBe('simple runs again, and has not ended for a while.');
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => printed.at(-1)).toBe('simple runs again.');
  });
});

describe('a process that hangs', () => {
  it('is ended and started again, and the terminal says so', async () => {
    const { supervised, printed, pidAfter } = await run();
    await supervised.ready;
    const pid = await pidAfter(0);
    process.kill(pid, 'SIGSTOP');
    await pidAfter(pid);
    expect(printed).toContain('simple does not answer any more. Cairn ends it and starts it again.');
  });

  it('is told when it hangs before it listens', async () => {
    const { supervised, printed } = await run({}, { slowStart: 1 });
    await supervised.ready;
    expect(printed).toEqual([expect.stringContaining('simple is still starting'), 'simple has started.']);
  });
});

describe('a process that tells of a problem', () => {
  it('has it said once with its file, and once when it is over', async () => {
    const answer = join(mkdtempSync(join(tmpdir(), 'cairn-readyz-')), 'answer.json');
    const problem = { code: 'damaged_graph', file: '/data/graph/a.duckdb', message: 'It is damaged.' };
    writeFileSync(answer, JSON.stringify({ failed: [], problems: [problem] }));
    const { supervised, printed } = await run({ READYZ: answer });
    await supervised.ready;
    await expect.poll(() => printed).toEqual(['It is damaged. The file is /data/graph/a.duckdb.']);
    writeFileSync(answer, JSON.stringify({ failed: ['database'], problems: [] }));
    await expect.poll(() => printed.length).toBe(3);
    expect(printed.slice(1)).toEqual([
      expect.stringContaining('its check "database" fails'),
      expect.stringContaining('/data/graph/a.duckdb'),
    ]);
  });
});

describe('a process that refuses to start', () => {
  it('passes on its sentence and code when a person can mend it', async () => {
    const { supervised } = await run({ EXIT: '74', HELLO: 'x.sqlite is damaged. Restore it.' });
    await expect(supervised.ready).rejects.toMatchObject({
      exitCode: 74,
      message: 'x.sqlite is damaged. Restore it.',
    });
  });

  it('leads to its log otherwise', async () => {
    const { supervised, logFile } = await run({ EXIT: '1', HELLO: 'a stack' });
    await expect(supervised.ready).rejects.toMatchObject({
      exitCode: 70,
      message: expect.stringContaining(`Its log is ${logFile}`),
    });
    await expect.poll(() => readFileSync(logFile, 'utf8')).toContain('a stack');
  });
});
