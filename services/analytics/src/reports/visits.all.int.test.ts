import { CROWDED, visitsContract } from '../testing/visits-contract.ts';

visitsContract(['WEEK', 'MONTH', 'YEAR', 'ALL'], [CROWDED]);
