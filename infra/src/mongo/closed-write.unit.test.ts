import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { connectionOfDriver, mendClosedWrite } from './closed-write.ts';

interface Connection {
  command(namespace: object, command: object, options: object): Promise<unknown>;
}

const Connection = connectionOfDriver() as unknown as new (socket: Socket, options: object) => Connection;
const { prototype } = connectionOfDriver();
const asDelivered = prototype.writeCommand;
const LONG_MS = 500;

let server: Server;

beforeAll(async () => {
  server = createServer((socket) => socket.on('error', () => {}));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterEach(() => {
  prototype.writeCommand = asDelivered;
});

afterAll(() => {
  server.close();
});

/** Outcome of a command, with its own timeout, that is written just as its socket ends. */
async function commandAtTheEnd(): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  const connection = new Connection(socket, { id: 1, generation: 0, hostAddress: {}, monitorCommands: false });
  // As if the server had closed the socket: the close event follows one turn later.
  socket.destroy();
  const command = connection.command({ db: 'admin' }, { hello: 1 }, { socketTimeoutMS: LONG_MS / 5 });
  const outcome = command.then(
    () => 'answered',
    (error: Error) => error.message,
  );
  return Promise.race([outcome, sleep(LONG_MS, 'waits')]);
}

it('waits forever with the unpatched driver', async () => {
  expect(await commandAtTheEnd()).toBe('waits');
});

it('fails with the reason once patched', async () => {
  mendClosedWrite();
  expect(await commandAtTheEnd()).toMatch(/^connection 1 to .* closed$/);
});
