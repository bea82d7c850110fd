import { listContract } from '../testing/list-contract.ts';
import { openPages } from '../testing/pages-fixture.ts';

listContract((on) => openPages({}, on));
