import { leasesContract } from '../lease/contract.ts';
import { createMemoryLeases } from './memory-leases.ts';

leasesContract('memory', async () => {
  const leases = createMemoryLeases();
  return { leases, others: leases, cleanUp: () => leases.close() };
});
