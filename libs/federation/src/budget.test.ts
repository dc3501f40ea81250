import { describe, expect, it } from 'vitest';
import type { Loads } from './loads.ts';
import { overweight, weightInWords, weightsOf, type Weight } from './budget.ts';

const KB = 1_024;
const loads = new Map<string, Loads>([
  ['shell', { 'sign-in': ['start.js', 'react.js'], shell: ['main.js', 'main.css', 'react.js'] }],
  ['workspace', { workspace: ['app.js'], home: ['app.js', 'home.js'], board: ['app.js', 'board.js'] }],
  ['explore', { explore: ['app.js'], charts: ['question.js'], 'charts of Home': ['bar.js', 'question.js'] }],
]);
const weights = weightsOf(loads, (app, file) => ({ name: `${app}/${file}`, bytes: KB }));
const scriptsOf = (what: string) => weights.find((weight) => weight.what === what)?.scripts.length;

describe('the budget of the pages', () => {
  it('counts every script that Home loads once, with and without the kinds of charts', () => {
    expect(scriptsOf('Home until its charts are drawn')).toBe(6);
    expect(scriptsOf('Home before the first chart')).toBe(5);
  });

  it('counts style sheets among the files', () => {
    expect(weights.find(({ what }) => what === 'Home before the first chart')?.files).toBe(6);
  });

  it('counts what any further page brings of its own', () => {
    expect(weights.map(({ what }) => what)).toEqual([
      'Home until its charts are drawn',
      'Home before the first chart',
      'Sign-in',
      'workspace, its own',
      'board, its own',
      'explore, its own',
    ]);
    expect(scriptsOf('board, its own')).toBe(2);
  });

  it('fails when a build lacks what it is about', () => {
    const without = new Map([...loads].filter(([app]) => app !== 'explore'));
    expect(() => weightsOf(without, (app) => ({ name: app, bytes: 1 }))).toThrow(
      'explore was built without "charts"',
    );
  });
});

describe('a weight', () => {
  const weight: Weight = {
    what: 'Sign-in',
    most: 4 * KB,
    files: 3,
    mostFiles: 3,
    scripts: [
      { name: 'shell/main.js', bytes: 3 * KB },
      { name: 'shell/react.js', bytes: 2 * KB },
    ],
  };

  it('is told with its limit', () => {
    expect(weightInWords(weight)).toBe(
      'Sign-in: 5.0 KB of at most 4.0 KB of JavaScript, gz, in 3 of at most 3 files',
    );
  });

  it('names the script that grew when it is over its limit', () => {
    const before = { 'shell/main.js': 1.5 * KB, 'shell/react.js': 2 * KB };
    expect(overweight(weight, before)).toEqual([
      'Sign-in is 1.0 KB over its 4.0 KB. Grown or new: shell/main.js by 1.5 KB.',
    ]);
  });

  it('names the largest scripts when no earlier build is known', () => {
    expect(overweight(weight)).toEqual([
      'Sign-in is 1.0 KB over its 4.0 KB. Grown or new: shell/main.js with 3.0 KB, shell/react.js with 2.0 KB.',
    ]);
  });

  it('is no problem within its limit', () => {
    expect(overweight({ ...weight, most: 5 * KB })).toEqual([]);
  });

  it('says so when it is in more files than its limit', () => {
    expect(overweight({ ...weight, most: 5 * KB, mostFiles: 2 })).toEqual([
      'Sign-in loads 3 files instead of at most 2. Join or drop some.',
    ]);
  });
});
