import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import mongoose from 'mongoose';
import { afterEach, describe, expect, it } from 'vitest';
import { createLogger } from '../process/observability/log.ts';
import { makeCertificate } from '../testing/certificate.ts';
import { testServers } from '../testing/test-servers.ts';
import { openTlsRelay } from '../testing/tls-relay.ts';
import { openMongo } from './connection.ts';

const { BSON } = mongoose.mongo;
const log = createLogger({ name: 'test', level: 'silent' });
const database = 'test-connection';
const OP_MSG = 2013;
/** The value that `connection.ts` configures. */
const HEARTBEAT_MS = 2_000;

let close: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const each of close.reverse()) await each();
  close = [];
});

/** Listens on a free port; resolves with the URL. */
async function listen(server: Server): Promise<string> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  close.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return `mongodb://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Forwards bytes to the test's MongoDB. */
function passOn(socket: Socket): Socket {
  const { hostname, port } = new URL(testServers().mongodb.url);
  const target = connect(Number(port), hostname);
  target.on('error', () => socket.destroy());
  socket.on('error', () => target.destroy());
  target.on('close', () => socket.destroy());
  target.pipe(socket);
  return target;
}

/** A MongoDB that answers this command with an error; the stand-in has no users. */
async function refusing(command: string, code: number): Promise<string> {
  return listen(
    createServer((socket) => {
      const target = passOn(socket);
      socket.on('data', (chunk: Buffer) => {
        if (chunk.readInt32LE(12) !== OP_MSG || !chunk.includes(`${command}\0`)) {
          target.write(chunk);
          return;
        }
        const body = BSON.serialize({ ok: 0, code, errmsg: 'refused', codeName: 'Refused' });
        const header = Buffer.alloc(21);
        header.writeInt32LE(header.length + body.length, 0);
        header.writeInt32LE(chunk.readInt32LE(4), 8);
        header.writeInt32LE(OP_MSG, 12);
        socket.write(Buffer.concat([header, body]));
      });
    }),
  );
}

async function tls(): Promise<{ readonly url: string; readonly ca: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'mongo-tls-'));
  close.push(() => rm(folder, { recursive: true }));
  const certificate = await makeCertificate(folder);
  const { hostname: host, port } = new URL(testServers().mongodb.url);
  const relay = await openTlsRelay({ host, port: Number(port) }, certificate);
  close.push(() => relay.close());
  return { url: `mongodb://127.0.0.1:${relay.port}`, ca: certificate.ca };
}

async function failure(options: Partial<Parameters<typeof openMongo>[0]>): Promise<unknown> {
  const startedAt = performance.now();
  const opening = openMongo({ url: testServers().mongodb.url, database, log, ...options });
  const error = await opening.then(
    (connection) => connection.close(),
    (caught: unknown) => caught,
  );
  expect(performance.now() - startedAt).toBeLessThan(20_000);
  expect(String(error)).not.toContain('secret-word');
  expect(String(error)).not.toContain('\n');
  return error;
}

describe('opening MongoDB', () => {
  it('connects, and passes a check', async () => {
    const connection = await openMongo({ url: testServers().mongodb.url, database, log });
    await connection.check();
    await connection.close();
    await connection.close();
    await expect(connection.check()).rejects.toMatchObject({ name: 'ServerUnreachable' });
  });

  it('speaks TLS with a server whose certificate authority it trusts, and with no other', async () => {
    const { url, ca } = await tls();
    const connection = await openMongo({ url, ca, database, log });
    await connection.check();
    await connection.close();
    const untrusting = { name: 'SettingError', setting: 'VOLANT_MONGODB_TLS_CA_FILE' };
    expect(await failure({ url: `${url}/?tls=true` })).toMatchObject(untrusting);
    expect(await failure({ url, ca: 'no certificate' })).toMatchObject(untrusting);
  });

  it('names the setting that the server refuses', async () => {
    const user = { username: 'volant', password: 'secret-word' };
    expect(await failure({ url: await refusing('saslStart', 18), ...user })).toMatchObject({
      name: 'SettingError',
      setting: 'VOLANT_MONGODB_PASSWORD',
    });
    expect(await failure({ url: await refusing('find', 13) })).toMatchObject({
      name: 'SettingError',
      setting: 'VOLANT_MONGODB_USERNAME',
    });
  });

  it.each(['localhost:27017', 'http://localhost', 'mongodb://', 'mongodb://localhost/?unknownOption=1'])(
    'names the setting of an invalid address: %s',
    async (url) => {
      expect(await failure({ url })).toMatchObject({ name: 'SettingError', setting: 'VOLANT_MONGODB_URL' });
    },
  );

  it('reports an outage if no server answers', async () => {
    const silent = await listen(createServer());
    const nobody = new URL(await listen(createServer()));
    await close.pop()?.();
    for (const { port } of [new URL(silent), nobody]) {
      const url = `mongodb://volant:secret-word@127.0.0.1:${port}/?tls=false`;
      expect(await failure({ url })).toMatchObject({
        name: 'ServerUnreachable',
        message: expect.stringContaining(`mongodb://127.0.0.1:${port}/ does not answer (VOLANT_MONGODB_URL)`),
      });
    }
    // A server without TLS closes the connection, like a server that is shutting down.
    expect(await failure({ url: `${testServers().mongodb.url}/?tls=true` })).toMatchObject({
      name: 'ServerUnreachable',
    });
  });
});

describe('an established connection', () => {
  it('finds the server again after all connections ended at once during a request (ADR 42)', async () => {
    let [accepted, silent] = [new Set<Socket>(), false];
    const relay = createServer((socket) => {
      accepted.add(socket);
      const target = passOn(socket);
      target
        .unpipe(socket)
        .on('data', (chunk) => silent || socket.write(chunk))
        .resume();
      socket.pipe(target);
    });
    const connection = await openMongo({ url: await listen(relay), database, log });
    close.push(() => connection.close());
    for (let times = 0; times < 3; times += 1) {
      // Halfway between two heartbeats, so that the ended connections trigger the next one.
      await sleep(HEARTBEAT_MS / 2);
      silent = true;
      const checking = connection.check().catch(String);
      await sleep(HEARTBEAT_MS / 10);
      for (const socket of accepted) socket.destroy();
      [accepted, silent] = [new Set(), false];
      await checking;
      await expect.poll(() => connection.check().catch(String)).toBeUndefined();
    }
  });
});
