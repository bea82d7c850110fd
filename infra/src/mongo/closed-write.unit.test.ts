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

/** What comes of a command, with a time limit of its own, that is written just when its socket ends. */
async function commandAtTheEnd(): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  const connection = new Connection(socket, { id: 1, generation: 0, hostAddress: {}, monitorCommands: false });
  // As when the other side has ended it: that it is closed is told a turn later.
  socket.destroy();
  const command = connection.command({ db: 'admin' }, { hello: 1 }, { socketTimeoutMS: LONG_MS / 5 });
  const outcome = command.then(
    () => 'answered',
    (error: Error) => error.message,
  );
  return Promise.race([outcome, sleep(LONG_MS, 'waits')]);
}

it('waits for ever as the driver is delivered', async () => {
  expect(await commandAtTheEnd()).toBe('waits');
});

it('fails with the reason once mended', async () => {
  mendClosedWrite();
  expect(await commandAtTheEnd()).toMatch(/^connection 1 to .* closed$/);
});
