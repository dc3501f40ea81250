import { SourceType } from '@cairn/contracts';
import { KINDS, sourcesOf } from '@cairn/entities';
import { describe, expect, it } from 'vitest';
import type { Connector } from './connector.ts';
import { presentConnector } from './present.ts';

/** Integrations that count as provided without a source. */
const FILLED_BY_CAIRN = ['settings', 'derived'];

/** The conformance suite for every connector of a list. */
export function connectorsConform(connectors: readonly Connector[]): void {
  it('has one connector for each type', () => {
    const types = connectors.map(({ type }) => type);
    expect(new Set(types).size).toBe(types.length);
  });

  describe.each(connectors)('$type', (connector) => {
    const { words, phases, fields, provides, settings } = connector;

    it('is told to pages without losing anything', () => {
      expect(SourceType.parse(presentConnector(connector))).toEqual(presentConnector(connector));
    });

    it('has all its words, and says why its sources are fixed exactly when they are', () => {
      const { fixed, removal, ...others } = words;
      for (const [name, word] of Object.entries(others)) expect([name, word]).not.toEqual([name, '']);
      expect(fixed === null).toBe(connector.remove !== undefined);
      expect(removal === '').toBe(connector.remove === undefined);
    });

    it('has phases of different names, those in the background last', () => {
      const ids = phases.map(({ id }) => id);
      expect(ids.length).toBeGreaterThan(0);
      expect(new Set(ids).size).toBe(ids.length);
      const foreground = phases.map(({ background }) => background);
      expect(foreground).toEqual(foreground.toSorted());
      expect(foreground[0]).toBe(false);
    });

    it('has a form when people may add it, and takes nothing for granted', () => {
      expect(fields.length > 0).toBe(!connector.simulated);
      expect(settings.safeParse({}).success).toBe(false);
      expect(settings.safeParse({ unheardOf: true }).success).toBe(false);
    });

    it('provides integrations that the catalogue says fill something', () => {
      for (const integration of provides.filter((name) => !FILLED_BY_CAIRN.includes(name)))
        expect([integration, KINDS.some((kind) => sourcesOf(kind).includes(integration))]).toEqual([
          integration,
          true,
        ]);
      expect(provides.length).toBeGreaterThan(0);
    });
  });
}
