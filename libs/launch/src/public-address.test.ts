import { describe, expect, it } from 'vitest';
import { StartError } from './exit.ts';
import { readPublicAddress } from './public-address.ts';

describe('the public address', () => {
  it('is a scheme, a name and maybe a port', () => {
    const read = (CAIRN_PUBLIC_URL: string) => readPublicAddress({ CAIRN_PUBLIC_URL });
    expect(read('https://cairn.example')).toBe('https://cairn.example');
    expect(read('https://Cairn.example:8443/')).toBe('https://cairn.example:8443');
    expect(read('http://10.0.0.7:4400')).toBe('http://10.0.0.7:4400');
    expect(read('')).toBeUndefined();
    expect(readPublicAddress({})).toBeUndefined();
  });

  it.each([
    { CAIRN_PUBLIC_URL: 'cairn.example' },
    { CAIRN_PUBLIC_URL: 'ftp://cairn.example' },
    { CAIRN_PUBLIC_URL: 'https://example.com/cairn' },
    { CAIRN_PUBLIC_URL: 'https://example.com/?a=1' },
    { CAIRN_PUBLIC_URL: 'https://ada:secret@example.com' },
    { CAIRN_TRUSTED_PROXIES: 'nginx' },
    { CAIRN_TRUSTED_PROXIES: '127.1' },
    { CAIRN_TRUSTED_PROXIES: '10.0.0.0/33' },
    { CAIRN_TRUSTED_PROXIES: '127.0.0.1 10.0.0.1' },
  ])('refuses the start with %j, and names the variable', (environment) => {
    const [name = ''] = Object.keys(environment);
    const start = () => readPublicAddress(environment as NodeJS.ProcessEnv);
    expect(start).toThrow(StartError);
    expect(start).toThrow(new RegExp(`^${name} must be`));
  });

  it('comes with a list of proxies, addresses and ranges alike', () => {
    const CAIRN_TRUSTED_PROXIES = '127.0.0.1, ::1,10.0.0.0/8 , 2001:db8::/32';
    expect(readPublicAddress({ CAIRN_TRUSTED_PROXIES })).toBeUndefined();
  });
});
