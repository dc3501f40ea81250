import { findOwnAddresses } from '../src/house/addresses.ts';
import { findOwnClocks } from '../src/house/clocks.ts';
import { findRepeatedTypes } from '../src/house/exported-types.ts';
import { findBreaches } from '../src/house/fence.ts';
import { findLockFaults } from '../src/house/lock-file.ts';
import { findLatePromises } from '../src/house/late-promises.ts';
import { findProseFaults } from '../src/house/prose.ts';
import { findOwnKeys } from '../src/house/query-keys.ts';
import { findStyleFaults } from '../src/house/styles.ts';

const root = process.cwd();
const faults = [
  ...findBreaches(root),
  ...findRepeatedTypes(root).map((fault) => `exported more than once: ${fault}`),
  ...findProseFaults(root),
  ...findStyleFaults(root),
  ...findOwnKeys(root),
  ...findOwnClocks(root),
  ...findOwnAddresses(root),
  ...findLockFaults(root),
  ...findLatePromises(root),
];
for (const fault of faults) console.error(fault);
process.exitCode = faults.length ? 1 : 0;
