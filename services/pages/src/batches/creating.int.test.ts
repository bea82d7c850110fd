import { bulkContract } from '../testing/batch-contract.ts';
import { openPages } from '../testing/pages-fixture.ts';

bulkContract(() => openPages());
