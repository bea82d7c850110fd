import { accountErasureContract } from './testing/account-erasure-contract.ts';
import { deletionContract } from './testing/deletion-contract.ts';
import { historyContract } from './testing/history-contract.ts';
import { openPages } from './testing/pages-fixture.ts';
import { restoringContract } from './testing/restoring-contract.ts';

deletionContract(() => openPages());
historyContract(() => openPages());
accountErasureContract(() => openPages());
restoringContract(() => openPages());
