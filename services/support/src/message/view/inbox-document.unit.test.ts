import type { Commit } from '@volant/infra/event-store/event-store';
import { shapeOfView } from '@volant/infra/testing/shape-of-view';
import { createMemoryViewStore } from '@volant/infra/views/memory-view-store';
import type { WritableViews } from '@volant/infra/views/view-store';
import { beforeEach, describe, expect, it } from 'vitest';
import corpus from '../domain/corpus/events.json' with { type: 'json' };
import { applyToInbox, INBOX_VIEW, type InboxDocument } from './inbox-document.ts';

const ID = '01935c00-0000-7000-8000-0000000000aa';
const commits: readonly Commit[] = corpus.map((event, index) => ({
  position: index + 1,
  streamId: `message-${ID}`,
  version: index + 1,
  commandId: `c${index}`,
  events: [event],
  meta: { actor: 'system', correlationId: 'test' },
  at: '2026-11-20T10:00:00.000Z',
}));
const erased: Commit = {
  position: 99,
  streamId: `message-${ID}`,
  version: commits.length + 1,
  commandId: 'erased',
  events: [{ id: 'e', type: 'StreamErased', schema: 1, data: {} }],
  meta: { actor: 'system', correlationId: 'test' },
  at: '2026-11-20T11:00:00.000Z',
};

const view = () => createMemoryViewStore().view<InboxDocument>(INBOX_VIEW);
let inbox: ReturnType<typeof view>;
beforeEach(() => {
  inbox = view();
});

it('has the declared shape of documents', async () => {
  const steps = commits.map((commit) => (views: WritableViews) => applyToInbox(views.view(INBOX_VIEW), commit));
  expect(INBOX_VIEW.shape).toBe(await shapeOfView(INBOX_VIEW, steps));
});

describe('applyToInbox', () => {
  it('gives the same result if commits are replayed from any of them on', async () => {
    for (const commit of commits) await applyToInbox(inbox, commit);
    const whole = await inbox.get(ID);
    expect(whole).toMatchObject({ version: commits.length, stage: 'PENDING', handlerId: null });
    for (let from = 0; from < commits.length; from += 1) {
      for (const commit of commits.slice(from)) await applyToInbox(inbox, commit);
      expect(await inbox.get(ID)).toEqual(whole);
    }
  });

  it('keeps an erased message deleted, whichever of its commits are replayed', async () => {
    for (const commit of [...commits, erased]) await applyToInbox(inbox, commit);
    expect(await inbox.get(ID)).toBeUndefined();
    for (const commit of [...commits.slice(1), erased]) await applyToInbox(inbox, commit);
    expect(await inbox.count({})).toBe(0);
  });

  it('ignores streams of another kind', async () => {
    for (const commit of commits) await applyToInbox(inbox, { ...commit, streamId: 'page-m1' });
    expect(await inbox.count({})).toBe(0);
  });
});
