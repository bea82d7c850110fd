import { accountErasureContract } from './testing/account-erasure-contract.ts';
import { historyContract } from './testing/history-contract.ts';
import { openPages } from './testing/pages-fixture.ts';

accountErasureContract(() => openPages());
historyContract(() => openPages());
