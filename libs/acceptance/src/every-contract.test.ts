import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as contracts from '@cairn/contracts';
import { describe, expect, it } from 'vitest';

const SERVICES = ['svc-graph', 'svc-workspace', 'svc-chat'];
const root = join(import.meta.dirname, '../../..');

describe('every contract', () => {
  it('is tried for whom and what it must refuse, in the service that serves it', () => {
    const tests = SERVICES.map((service) =>
      readFileSync(join(root, service, 'src/every-route.test.ts'), 'utf8'),
    );
    const all = Object.entries(contracts).flatMap(([name, value]) =>
      name.endsWith('Contract') && typeof value === 'object' ? [name] : [],
    );
    expect(all.length).toBeGreaterThan(4);
    expect(all.filter((name) => !tests.some((test) => test.includes(name)))).toEqual([]);
  });
});
