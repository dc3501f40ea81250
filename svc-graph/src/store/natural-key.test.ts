import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../test/runs.ts';
import { naturalKey, remoteAddress, repositoryName } from './natural-key.ts';

const word = fc.stringMatching(/^[a-z][a-z0-9-]{1,8}$/);
const path = fc.array(fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_.~+-]{0,8}[A-Za-z0-9]$/), {
  minLength: 1,
  maxLength: 3,
});
const credentials = fc.option(
  fc.tuple(word, fc.option(fc.stringMatching(/^[a-z0-9%]{1,6}$/), { nil: undefined })),
  {
    nil: undefined,
  },
);
const port = fc.option(fc.integer({ min: 1, max: 65_535 }), { nil: undefined });
const protocol = fc.constantFrom('https', 'http', 'ssh', 'git', 'git+ssh', 'HTTPS');

/** Ways to write one address. */
const spelling = fc.record({
  protocol,
  credentials,
  port,
  isScp: fc.boolean(),
  isUpper: fc.boolean(),
  end: fc.constantFrom('', '.git', '/', '.git/', '//'),
});

type Spelling = typeof spelling extends fc.Arbitrary<infer Value> ? Value : never;

function written(host: string, parts: readonly string[], how: Spelling): string {
  const user = how.credentials ? how.credentials.filter((part) => part !== undefined).join(':') + '@' : '';
  const name = how.isUpper ? host.toUpperCase() : host;
  const tail = parts.join('/') + how.end;
  if (how.isScp) return `${user.replace(/:.*@/, '@')}${name}:${tail}`;
  return `${how.protocol}://${user}${name}${how.port === undefined ? '' : `:${String(how.port)}`}/${tail}`;
}

describe('the address of a remote', () => {
  it('is one for every way to write it, whatever protocol, user, port, case of host and ending', () => {
    fc.assert(
      fc.property(word, word, path, spelling, spelling, (name, top, parts, one, other) => {
        fc.pre(!parts.at(-1)?.endsWith('.git'));
        const host = `${name}.${top}`;
        const address = remoteAddress(written(host, parts, one));
        expect(address).toBe(`${host}/${parts.join('/')}`);
        expect(remoteAddress(written(host, parts, other))).toBe(address);
      }),
      { numRuns: runs(400) },
    );
  });

  it('differs where host or path differ', () => {
    fc.assert(
      fc.property(fc.tuple(word, path), fc.tuple(word, path), spelling, ([one, at], [other, there], how) => {
        const [left, right] = [
          [`${one}.example`, at.join('/')],
          [`${other}.example`, there.join('/')],
        ] as const;
        const isSame =
          remoteAddress(written(left[0], at, how)) === remoteAddress(written(right[0], there, how));
        expect(isSame).toBe(left.join('/') === right.join('/'));
      }),
      { numRuns: runs(200) },
    );
  });

  it.each([
    ['git@github.com:Ada/Engine.git', 'github.com/ada/engine'],
    ['https://ssh.github.com:443/ada/engine', 'github.com/ada/engine'],
    ['git@git.example.com:Ada/Engine', 'git.example.com/Ada/Engine'],
    ['ssh://git@[2001:db8::1]:2222/a/b.git', '[2001:db8::1]/a/b'],
    ['https://git.example.com/a%20b/c', 'git.example.com/a b/c'],
    ['/srv/git/engine.git', 'file:/srv/git/engine'],
    ['file:///srv/git//engine/', 'file:/srv/git/engine'],
    ['', undefined],
    ['..', undefined],
    ['C:\\code\\engine', undefined],
    ['https://', undefined],
  ])('%s is %s', (remote, address) => {
    expect(remoteAddress(remote)).toBe(address);
  });

  it('never holds a password', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9!$&*()_=;.,+-]{8,12}$/), path, (secret, parts) => {
        const address = remoteAddress(`https://me:${secret}@git.example.com/${parts.join('/')}`) ?? '';
        expect(address).toBe(`git.example.com/${parts.join('/').replace(/(?:\.git)+$/, '')}`);
      }),
      { numRuns: runs(100) },
    );
  });
});

it('keys of different things differ', () => {
  const repository = repositoryName({ remote: 'https://git.example.com/a/b.git', root: 'abc', folder: '/a' });
  const keys = [
    repository,
    repositoryName({ remote: undefined, root: 'abc', folder: '/a' }),
    repositoryName({ remote: undefined, root: 'abc', folder: '/b' }),
    repositoryName({ remote: undefined, root: 'def', folder: '/b' }),
    naturalKey.Repository({ repository }),
    naturalKey.Commit({ sha: 'abc' }),
    naturalKey.Branch({ repository, name: 'a' }),
    naturalKey.Release({ repository, tag: 'a' }),
    naturalKey.SourceFile({ repository, path: 'a' }),
    naturalKey.other({ integration: 'jira', id: 'a' }),
    naturalKey.other({ integration: 'jira', host: 'one.example', id: 'a' }),
    naturalKey.other({ integration: 'jira', host: 'two.example', id: 'a' }),
  ];
  expect(new Set(keys).size).toBe(keys.length);
});
