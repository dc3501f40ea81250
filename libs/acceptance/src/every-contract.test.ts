import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as contracts from '@cairn/contracts';
import { SERVICES, type ApiService } from '@cairn/contracts/services';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const names = new Map<unknown, string>(Object.entries(contracts).map(([name, value]) => [value, name]));

describe('every contract', () => {
  it.each(Object.entries<ApiService>(SERVICES))(
    'of svc-%s is tried for whom and what it must refuse',
    (service, { contracts: served }) => {
      const test = readFileSync(join(root, `svc-${service}/src/every-route.test.ts`), 'utf8');
      // Whoever takes the whole list tries every contract of it.
      if (test.includes(`SERVICES.${service}.contracts`)) return;
      const untried = served
        .map((contract) => names.get(contract))
        .filter((name) => !test.includes(name ?? '?'));
      expect(untried).toEqual([]);
    },
  );

  it('is served by a service', () => {
    const served = new Set<unknown>(
      Object.values<ApiService>(SERVICES).flatMap((service) => service.contracts),
    );
    const all = Object.entries(contracts).filter(([name]) => name.endsWith('Contract'));
    const known = all.filter(([, value]) => typeof value === 'object');
    expect(known.filter(([, value]) => !served.has(value)).map(([name]) => name)).toEqual([]);
  });
});
