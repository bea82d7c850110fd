import { specify } from '@volant/infra/testing/decider-specification';
import { describe, expect, it } from 'vitest';
import { type MessageCommand, messageDecider } from './decide.ts';
import { type MessageEvent, STAGES } from './events.ts';
import { isReplied, type Stage } from './message.ts';

const { given } = specify(messageDecider);

const data = {
  messageId: 'm1',
  senderId: null,
  name: 'Chauffeur Démo',
  email: 'demo@example.org',
  subject: 'Carte perdue',
  body: 'J’ai perdu ma carte.',
  receivedAt: '2026-11-20T10:00:00.000Z',
};
const received: MessageEvent = { type: 'MessageReceived', data };
const claimed = (handlerId: string): MessageEvent => ({ type: 'MessageClaimed', data: { handlerId } });
const assigned = (handlerId: string): MessageEvent => ({ type: 'MessageAssigned', data: { handlerId } });
const stageChanged = (stage: Stage): MessageEvent => ({ type: 'MessageStageChanged', data: { stage } });
const handlerRemoved: MessageEvent = { type: 'HandlerRemoved', data: {} };

const receive: MessageCommand = { type: 'ReceiveMessage', data };
const claim = (userId: string): MessageCommand => ({ type: 'ClaimMessage', data: { userId } });
const assign = (handlerId: string): MessageCommand => ({ type: 'AssignMessage', data: { handlerId } });
const change = (stage: Stage): MessageCommand => ({ type: 'ChangeStage', data: { stage } });
const remove = (userId: string): MessageCommand => ({ type: 'RemoveHandler', data: { userId } });

describe('a message', () => {
  it('is received once, and open', () => {
    given([]).when(receive).then([received]);
    given([received]).when(receive).then([]);
    expect(messageDecider.evolve(messageDecider.initialState, received)).toMatchObject({
      status: 'unhandled',
      stage: 'OPEN',
    });
  });

  it.each([claim('ana'), assign('ana'), change('OPEN'), remove('ana')])(
    'that does not exist refuses $type',
    (command) => {
      given([]).when(command).thenRefuses('MESSAGE_NOT_FOUND');
    },
  );

  it.each(STAGES.flatMap((from) => STAGES.map((to) => [from, to] as const)))('changes from %s to %s', (from, to) => {
    const history = from === 'OPEN' ? [received] : [received, stageChanged(from)];
    given(history)
      .when(change(to))
      .then(from === to ? [] : [stageChanged(to)]);
  });

  it('with a broken stream throws an error', () => {
    expect(() => messageDecider.evolve(messageDecider.initialState, claimed('ana'))).toThrow('before MessageReceived');
  });
});

describe('a thread', () => {
  const entry = (id: string) => ({ id, authorId: 'ana', body: 'x', at: '2026-11-20T10:00:00.000Z' });
  const note = (id: string): MessageEvent => ({ type: 'NoteAdded', data: entry(id) });

  it('has at most a hundred entries', () => {
    const full = [received, ...Array.from({ length: 100 }, (_, at) => note(`n${at}`))];
    given(full)
      .when({ type: 'AddNote', data: { entry: entry('n100') } })
      .thenRefuses('THREAD_FULL');
    given(full.slice(0, -1))
      .when({ type: 'AddNote', data: { entry: entry('n100') } })
      .then([note('n100')]);
  });
});

describe('the sender of a message', () => {
  const at = (day: number) => `2026-11-${day}T10:00:00.000Z`;
  const reply = (day: number): MessageEvent => ({
    type: 'ReplySent',
    data: { id: `r${day}`, authorId: 'ana', body: 'x', at: at(day) },
  });
  const mail = (day: number, kind: 'ANSWER' | 'AUTOMATIC' = 'ANSWER'): MessageEvent => ({
    type: 'LetterReceived',
    data: { id: `l${day}`, kind, from: '', body: 'x', quoted: '', attachments: 0, messageId: null, at: at(day) },
  });

  it.each([
    ['the message', [], 20],
    ['the message, whatever else they write', [mail(22), mail(23)], 20],
    ['the message, if it was opened again by hand', [stageChanged('RESOLVED'), stageChanged('OPEN')], 20],
    ['the message, also after an automatic mail', [reply(21), mail(22, 'AUTOMATIC')], 20],
    ['the first answer after a reply', [reply(21), mail(22), mail(23)], 22],
    ['the answer that opens it again', [stageChanged('RESOLVED'), stageChanged('OPEN'), mail(24)], 24],
  ])('waits since %s', (_, events, day) => {
    const message = [received, ...events].reduce(messageDecider.evolve, messageDecider.initialState);
    expect(message).toMatchObject({ waitingSince: at(day) });
  });

  it('was replied to until they write again', () => {
    const replied = (...events: MessageEvent[]) => {
      const message = [received, ...events].reduce(messageDecider.evolve, messageDecider.initialState);
      return message.status !== 'none' && isReplied(message);
    };
    expect([replied(), replied(reply(21)), replied(reply(21), mail(22, 'AUTOMATIC'))]).toEqual([false, true, true]);
    expect(replied(reply(21), mail(22))).toBe(false);
  });
});

describe('the handler of a message', () => {
  it('is the first person to claim it', () => {
    given([received])
      .when(claim('ana'))
      .then([claimed('ana')]);
    given([received, claimed('ana')])
      .when(claim('ben'))
      .thenRefuses('MESSAGE_ALREADY_HANDLED');
    given([received, claimed('ana')])
      .when(claim('ana'))
      .then([]);
  });

  it('and its status do not affect each other', () => {
    const message = [received, stageChanged('PENDING'), claimed('ana'), stageChanged('RESOLVED')].reduce(
      messageDecider.evolve,
      messageDecider.initialState,
    );
    expect(message).toMatchObject({ status: 'handled', handlerId: 'ana', stage: 'RESOLVED' });
  });

  it('can be replaced by an administrator', () => {
    given([received])
      .when(assign('ben'))
      .then([assigned('ben')]);
    given([received, claimed('ana')])
      .when(assign('ben'))
      .then([assigned('ben')]);
    given([received, claimed('ana'), assigned('ben')])
      .when(assign('ben'))
      .then([]);
    given([received, claimed('ana'), assigned('ben')])
      .when(claim('ana'))
      .thenRefuses('MESSAGE_ALREADY_HANDLED');
  });

  it('is removed with the handler’s own account only', () => {
    given([received, claimed('ana')])
      .when(remove('ana'))
      .then([handlerRemoved]);
    given([received, claimed('ana'), handlerRemoved])
      .when(claim('ben'))
      .then([claimed('ben')]);
    for (const history of [
      [received],
      [received, claimed('ben')],
      [received, claimed('ana'), assigned('ben')],
      [received, claimed('ana'), handlerRemoved],
    ]) {
      given(history).when(remove('ana')).then([]);
    }
  });
});
