import { accountErasureContract } from './testing/account-erasure-contract.ts';
import { bulkContract } from './testing/batch-contract.ts';
import { deletionContract } from './testing/deletion-contract.ts';
import { historyContract } from './testing/history-contract.ts';
import { openOnServers } from './testing/open-on-servers.ts';

bulkContract(openOnServers);
deletionContract(openOnServers);
historyContract(openOnServers);
accountErasureContract(openOnServers);
