import { describe, expect, it } from 'vitest';
import * as contracts from './index.ts';
import { SERVICES } from './services.ts';

describe('the table of services', () => {
  it('gives every contract to exactly one service', () => {
    const declared = Object.entries(contracts).filter(
      ([name, value]) => name.endsWith('Contract') && typeof value === 'object',
    );
    const served = Object.values(SERVICES).flatMap((service): readonly unknown[] => service.contracts);
    expect(declared.map(([name]) => name)).not.toEqual([]);
    for (const [name, contract] of declared) {
      expect([name, served.filter((one) => one === contract).length]).toEqual([name, 1]);
    }
  });
});
