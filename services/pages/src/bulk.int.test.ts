import { bulkContract } from './testing/bulk-contract.ts';
import { openPages } from './testing/pages-fixture.ts';

bulkContract(() => openPages());
