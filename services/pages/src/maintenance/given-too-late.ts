import type { Commit } from '@volant/infra/event-store/event-store';
import type { CommandPorts } from '../commands/page-commands.ts';
import { pageCodec } from '../page/events.ts';
import { uidOfStream } from '../page/page.ts';

const CHECKPOINT = 'pages-given';
const BATCH = 500;

/**
 * Whoever gives a page to an account looks afterwards whether it is erased; a process that ended in between did not.
 * So every commit since the last time is looked at once more. An account that is not marked by now looks for its pages
 * when it is.
 */
export async function releaseGivenTooLate(ports: CommandPorts): Promise<void> {
  const { eventStore } = ports;
  const { checkpoints } = eventStore;
  for (;;) {
    const commits = await eventStore.readAll(await checkpoints.load(CHECKPOINT), BATCH);
    const last = commits.at(-1);
    if (last === undefined || !(await ports.waitForViews(last.position))) return;
    for (const ownerId of new Set(commits.flatMap(ownersIn))) await ports.releaseIfErased(ownerId);
    await checkpoints.save(CHECKPOINT, last.position);
  }
}

function ownersIn({ streamId, events }: Commit): readonly string[] {
  if (uidOfStream(streamId) === undefined) return [];
  return events.flatMap((stored) => {
    const event = pageCodec.read(stored);
    const given = event?.type === 'PageCreated' || event?.type === 'PageClaimed' || event?.type === 'PageRestored';
    return given && event.data.ownerId !== null ? [event.data.ownerId] : [];
  });
}
