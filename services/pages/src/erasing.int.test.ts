import { accountErasureContract } from './testing/account-erasure-contract.ts';
import { deletionContract } from './testing/deletion-contract.ts';
import { historyContract } from './testing/history-contract.ts';
import { openPages } from './testing/pages-fixture.ts';
import { restoringContract } from './testing/restoring-contract.ts';

deletionContract(() => openPages());
// Ends of the process at each step are in erasing.all.int.test.ts.
historyContract(() => openPages(), [4]);
accountErasureContract(() => openPages(), [7]);
restoringContract(() => openPages());
