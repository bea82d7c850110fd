import { eventsOf } from '@volant/infra/event-store/event-codec';
import type { Commit } from '@volant/infra/event-store/event-store';
import { pageCodec } from '../domain/events.ts';
import { uidOfStream } from '../domain/page.ts';
import type { CommandPorts } from './page-commands.ts';

const CHECKPOINT = 'pages-given';
const BATCH = 500;

/**
 * A command that gives a page to an account checks afterwards whether the account is erased; a process that ended in
 * between did not. This checks every commit since the last run again. An account that is marked as erased later has its
 * pages looked up then.
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

function ownersIn(commit: Commit): readonly string[] {
  if (uidOfStream(commit.streamId) === undefined) return [];
  return eventsOf(pageCodec, [commit]).flatMap(({ data }) => ('ownerId' in data ? (data.ownerId ?? []) : []));
}
