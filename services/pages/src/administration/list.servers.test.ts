import { listContract } from '../testing/list-contract.ts';
import { openOnServers } from '../testing/open-on-servers.ts';

listContract(openOnServers);
