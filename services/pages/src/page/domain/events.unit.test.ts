import { STREAM_ERASED } from '@volant/infra/event-store/event-store';
import type { Fold } from '@volant/infra/event-store/load-stream';
import { shapeOf } from '@volant/infra/testing/shape-of';
import { shapeOfView } from '@volant/infra/testing/shape-of-view';
import type { WritableViews } from '@volant/infra/views/view-store';
import { profileShape } from '@volant/proto/profile/profile';
import { isEmptyField } from '@volant/proto/testing/empty-field';
import { describe, expect, it } from 'vitest';
import { pageWithItemNames } from '../publishing/publish.ts';
import { applyToPages, PAGES_VIEW } from '../view/page-document.ts';
import corpus from './corpus/events.json' with { type: 'json' };
import { pageDecider } from './decide.ts';
import type { PageEvent } from './events.ts';
import { pageCodec } from './events.ts';
import type { Page } from './page.ts';

const COMMIT = {
  streamId: 'page-0198b0b2-6c00-7000-8000-0000000000aa',
  commandId: 'c',
  meta: { actor: 'system', correlationId: 'test' },
  at: '2026-11-20T10:00:00.000Z',
} as const;

const TYPES: Record<PageEvent['type'], true> = {
  PageCreated: true,
  PageClaimed: true,
  PageEdited: true,
  PageStateChanged: true,
  PageReleased: true,
  PageHandedOver: true,
  HandoverOffered: true,
  HandoverWithdrawn: true,
  CardAdded: true,
  CardLost: true,
  CardFound: true,
  CardReplaced: true,
  PageRenamed: true,
  PageRestored: true,
  PageDeleted: true,
};

describe('pageCodec', () => {
  it('reads every event ever written without losing data', () => {
    for (const stored of corpus) expect(pageCodec.read(stored)).toMatchObject({ type: stored.type, data: stored.data });
  });

  it('finds the current shape of every event in the corpus', () => {
    for (const type of Object.keys(TYPES) as PageEvent['type'][]) {
      expect(corpus).toContainEqual(expect.objectContaining({ type, schema: pageCodec.schemaOf(type) }));
    }
  });

  it('folds the corpus', () => {
    const events = corpus.flatMap((stored) => pageCodec.read(stored) ?? []);
    const fold = (some: readonly PageEvent[]) => some.reduce<Page>(pageDecider.evolve, pageDecider.initialState);
    expect(fold(events)).toEqual({ status: 'deleted' });
    expect(fold(events.slice(0, -1))).toMatchObject({
      status: 'unowned',
      publicId: 'Taxi92',
      previousIds: ['Taxi75'],
      tenure: 1,
    });
  });

  it.each([pageDecider, pageWithItemNames])(
    'finds the declared snapshot shape in what fold %# makes of the corpus',
    (fold) => {
      const events = corpus.flatMap((stored) => pageCodec.read(stored) ?? []);
      const shape = shapeOf(fold as Fold<unknown, PageEvent>, events, isEmptyField);
      expect(fold.snapshot?.shape).toBe(`${shape} ${profileShape()}`);
    },
  );

  it('finds the declared shape of documents in the view of pages', async () => {
    const steps = corpus.map((event, index) => (views: WritableViews) => {
      const commit = { ...COMMIT, position: index + 1, version: index + 1, events: [event] };
      return applyToPages(views.view(PAGES_VIEW), commit, async () => false);
    });
    expect(PAGES_VIEW.shape).toBe(`${await shapeOfView(PAGES_VIEW, steps, isEmptyField)} ${profileShape()}`);
  });

  it('reads no event from an erased stream', () => {
    expect(pageCodec.read({ id: '1', type: STREAM_ERASED, schema: 1, data: {} })).toBeUndefined();
  });

  it('rejects unknown events and shapes', () => {
    expect(() => pageCodec.read({ id: '1', type: 'PageVanished', schema: 1, data: {} })).toThrow('PageVanished');
    expect(() => pageCodec.read({ id: '1', type: 'toString', schema: 1, data: {} })).toThrow('toString');
    expect(() => pageCodec.read({ id: '1', type: 'PageRenamed', schema: 2, data: { publicId: 'a' } })).toThrow('later');
    expect(() => pageCodec.read({ id: '1', type: 'PageRenamed', schema: 1, data: { id: 'a' } })).toThrow();
  });
});
