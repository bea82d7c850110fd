import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { messageLogContract } from './contract.ts';
import { openLmdbMessageLog } from './lmdb-message-log.ts';

messageLogContract('lmdb', async () => {
  const path = await mkdtemp(join(tmpdir(), 'message-log-'));
  let log = await openLmdbMessageLog({ path });
  return {
    log,
    async reopen() {
      await log.close();
      log = await openLmdbMessageLog({ path });
      return log;
    },
    async cleanUp() {
      await log.close();
      await rm(path, { recursive: true });
    },
  };
});
