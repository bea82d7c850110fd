import { STREAM_ERASED } from '@volant/infra/event-store/event-store';
import { shapeOf } from '@volant/infra/testing/shape-of';
import { describe, expect, it } from 'vitest';
import corpus from './corpus/events.json' with { type: 'json' };
import { messageDecider } from './decide.ts';
import type { MessageEvent } from './events.ts';
import { messageCodec } from './events.ts';
import type { SupportMessage } from './message.ts';

const TYPES: Record<MessageEvent['type'], true> = {
  MessageReceived: true,
  MessageStageChanged: true,
  MessageClaimed: true,
  MessageAssigned: true,
  HandlerRemoved: true,
  ReplySent: true,
  NoteAdded: true,
  LetterReceived: true,
  MessageRead: true,
};

describe('the codec', () => {
  it('reads every event ever written without losing data', () => {
    for (const stored of corpus) expect(messageCodec.read(stored)).toEqual({ type: stored.type, data: stored.data });
  });

  it('has every event’s current shape in the corpus', () => {
    for (const type of Object.keys(TYPES) as MessageEvent['type'][]) {
      expect(corpus).toContainEqual(expect.objectContaining({ type, schema: messageCodec.schemaOf(type) }));
    }
  });

  it('folds the corpus', () => {
    const events = corpus.flatMap((stored) => messageCodec.read(stored) ?? []);
    const message = events.reduce<SupportMessage>(messageDecider.evolve, messageDecider.initialState);
    expect(message).toMatchObject({ status: 'unhandled', stage: 'PENDING', subject: 'Carte perdue' });
    expect(message).not.toHaveProperty('handlerId');
  });

  it('names its snapshots after the state folded from the corpus', () => {
    const events = corpus.flatMap((stored) => messageCodec.read(stored) ?? []);
    expect(messageDecider.snapshot?.shape).toBe(shapeOf(messageDecider, events));
  });

  it('reads messages from before pages could be reported', () => {
    const received = corpus.find(({ type }) => type === 'MessageReceived');
    const { report, ...data } = { report: undefined, ...received?.data };
    expect(report).toBeDefined();
    expect(messageCodec.read({ id: '1', type: 'MessageReceived', schema: 1, data })?.data).toEqual(data);
  });

  it('skips the marker of an erased stream', () => {
    expect(messageCodec.read({ id: '1', type: STREAM_ERASED, schema: 1, data: {} })).toBeUndefined();
  });

  it('refuses unknown events and shapes', () => {
    expect(() => messageCodec.read({ id: '1', type: 'MessageLost', schema: 1, data: {} })).toThrow('MessageLost');
    expect(() => messageCodec.read({ id: '1', type: 'toString', schema: 1, data: {} })).toThrow('toString');
    const claimed = { id: '1', type: 'MessageClaimed', schema: 2, data: { handlerId: 'u1' } };
    expect(() => messageCodec.read(claimed)).toThrow('later');
    expect(() => messageCodec.read({ ...claimed, schema: 1, data: { userId: 'u1' } })).toThrow();
  });
});
