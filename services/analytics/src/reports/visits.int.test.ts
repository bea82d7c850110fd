import { visitsContract } from '../testing/visits-contract.ts';

// The other periods are in visits.all.int.test.ts.
visitsContract(['QUARTER']);
