import type { Configuration } from '@cairn/contracts';
import type { Query } from '@cairn/query';
import type { ExploreAddress } from './address/address.ts';
import type { AddressState } from './address/use-address.ts';

export interface AnswerSectionProps {
  readonly address: ExploreAddress;
  readonly update: AddressState['update'];
  readonly configuration: Configuration;
  readonly onApply: (query: Query) => void;
  readonly label: string;
}
