/** Process for the crash tests: appends forever and prints each acknowledged commit and each refused command. */
import { randomUUID } from 'node:crypto';
import { say } from '../testing/say.ts';
import { openSqliteEventStore } from './sqlite-event-store.ts';

const WRITERS = 20;
const EVENT_BYTES = 2_000;

const [path = ''] = process.argv.slice(2);
const store = await openSqliteEventStore({ path });
say('ready');

async function appendWithoutEnd(streamId: string): Promise<never> {
  const data = { text: 'x'.repeat(EVENT_BYTES) };
  for (let version = (await store.readStream(streamId)).length; ; ) {
    const commandId = randomUUID();
    try {
      const { commit } = await store.append({
        streamId,
        expectedVersion: version,
        commandId,
        events: [{ id: randomUUID(), type: 'Noted', schema: 1, data }],
        meta: { actor: 'system', correlationId: streamId },
        at: new Date().toISOString(),
      });
      version = commit.version;
      say(`${commit.position} ${streamId} ${version}`);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : error;
      say(`refused ${code} ${commandId} ${await store.head()}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

await Promise.all(Array.from({ length: WRITERS }, () => appendWithoutEnd(`stream-${randomUUID()}`)));
