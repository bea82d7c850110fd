import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createTurns } from './turns.ts';

const MOST = 3;

function crowded() {
  const turns = createTurns(MOST);
  const started: string[] = [];
  const ask = (network: string, name: string, socket = new EventEmitter()) => {
    const request = { socket, complete: true } as unknown as IncomingMessage;
    const response = { end: () => response } as unknown as ServerResponse;
    turns.wait(network, request, response, () => started.push(name));
    return { socket: socket as IncomingMessage['socket'], response };
  };
  const settle = async () => {
    for (let i = 0; i < 30; i += 1) await nextTurn();
  };
  return { turns, started, ask, settle };
}

it('starts the requests of networks in turns', async () => {
  const { started, ask, settle } = crowded();
  for (const name of ['a1', 'a2', 'a3']) ask('a', name);
  ask('b', 'b1');
  await settle();
  expect(started).toEqual(['a1', 'b1', 'a2', 'a3']);
});

it('handles a few requests of a network at a time, and those of others at once', async () => {
  const { started, ask, settle } = crowded();
  const requests = Array.from({ length: 6 }, (_, i) => ask('a', `a${i}`));
  await settle();
  expect(started).toEqual(['a0', 'a1', 'a2']);
  ask('b', 'b');
  await settle();
  requests[1]?.response.end();
  await settle();
  expect(started).toEqual(['a0', 'a1', 'a2', 'b', 'a3']);
});

it('drops the waiting requests of a client that leaves, and counts what it still works on', async () => {
  const { turns, started, ask, settle } = crowded();
  const socket = new EventEmitter();
  const [first] = Array.from({ length: 5 }, (_, i) => ask('a', `a${i}`, socket));
  await settle();
  turns.leave(socket as IncomingMessage['socket']);
  ask('a', 'later');
  await settle();
  expect(started).toEqual(['a0', 'a1', 'a2']);
  first?.response.end();
  await settle();
  expect(started).toEqual(['a0', 'a1', 'a2', 'later']);
});

it('reads new connections of a crowded network when it has room', async () => {
  const { turns, ask, settle } = crowded();
  const requests = Array.from({ length: MOST + 50 }, (_, i) => ask('a', `a${i}`));
  await settle();
  expect([turns.isCrowded('a'), turns.isCrowded('b')]).toEqual([true, false]);
  let read = 0;
  turns.readLater('a', new EventEmitter() as IncomingMessage['socket'], () => {
    read += 1;
  });
  for (const { response } of requests.slice(0, 2)) {
    response.end();
    await settle();
  }
  expect([read, turns.isCrowded('a')]).toEqual([1, false]);
});
