import { describe } from 'vitest';
import { plantedConnector } from '../../test/planted-source.ts';
import { connectorsConform } from './connector.conformance.ts';
import { CONNECTORS } from './connectors.ts';

describe('the connectors', () => {
  connectorsConform([...CONNECTORS, plantedConnector]);
});
