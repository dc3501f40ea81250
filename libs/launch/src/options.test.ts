import { describe, expect, it } from 'vitest';
import { readOptions } from '../bin/options.mjs';

describe('command line', () => {
  it('reads the repository of the working directory into .cairn on port 4400 by default', () => {
    expect(readOptions([], '/home/ada/engine', '/opt/cairn')).toEqual({
      repos: ['/home/ada/engine'],
      data: '/opt/cairn/.cairn',
      port: 4400,
      demo: false,
      reset: false,
      help: false,
    });
  });

  it('takes several repositories, relative to where the person stands', () => {
    expect(readOptions(['--repo', 'a', '--repo', '/b'], '/home', '/').repos).toEqual(['/home/a', '/b']);
  });

  it.each([['--port', 'http'], ['--port', '70000'], ['--colour'], ['extra']])('refuses %s %s', (...argv) => {
    expect(() => readOptions(argv, '/', '/')).toThrow();
  });
});
