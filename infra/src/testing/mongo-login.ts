import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import mongoose from 'mongoose';

const { BSON } = mongoose.mongo;
const OP_MSG = 2013;
/** Bytes of a message's length, ids and opcode, its flags, and the kind of its first section. */
const HEADER = 21;
const OPEN_COMMANDS = ['hello', 'ismaster', 'isMaster', 'ping', 'endSessions'];
const AUTHENTICATION_FAILED = { ok: 0, code: 18, codeName: 'AuthenticationFailed', errmsg: 'Authentication failed.' };
const UNAUTHORIZED = { ok: 0, code: 13, codeName: 'Unauthorized', errmsg: 'Command requires authentication' };
const ROUNDS = 4_096;

export interface User {
  readonly username: string;
  readonly password: string;
  /** The user's authentication database. */
  readonly database: string;
}

export interface MongoLogin {
  /** On 127.0.0.1. */
  readonly port: number;
  close(): Promise<void>;
}

type Command = Readonly<Record<string, unknown>>;

/**
 * The tests' stand-in for MongoDB has no users. This proxy in front of it requires one, by SCRAM-SHA-256, as mongod
 * does.
 */
export async function openMongoLogin(
  target: { readonly host: string; readonly port: number },
  user: User,
): Promise<MongoLogin> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const behind = connect(target.port, target.host);
    for (const end of [socket, behind]) {
      sockets.add(end);
      end.on('error', () => end.destroy());
      end.on('close', () => {
        sockets.delete(end);
        socket.destroy();
        behind.destroy();
      });
    }
    behind.pipe(socket);
    const conversation = createConversation(user);
    eachMessage(socket, (message) => {
      const isCommand = message.readInt32LE(12) === OP_MSG;
      const answer = isCommand ? conversation(BSON.deserialize(message.subarray(HEADER))) : undefined;
      if (answer === undefined) behind.write(message);
      else socket.write(reply(message, answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The server side of SCRAM (RFC 7677); undefined for a command that goes to MongoDB itself. */
function createConversation({ username, password, database }: User): (command: Command) => Command | undefined {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, ROUNDS, 32, 'sha256');
  const clientKey = hmac(salted, 'Client Key');
  let clientFirst = '';
  let serverFirst = '';
  let known = false;

  return (command) => {
    if (command.saslStart !== undefined) {
      clientFirst = textOf(command.payload).replace(/^n,,/, '');
      const [, name, nonce] = /^n=([^,]*),r=(.*)$/.exec(clientFirst) ?? [];
      if (name !== username || command.$db !== database) return AUTHENTICATION_FAILED;
      serverFirst = `r=${nonce}${randomBytes(18).toString('base64')},s=${salt.toString('base64')},i=${ROUNDS}`;
      return { ok: 1, conversationId: 1, done: false, payload: Buffer.from(serverFirst) };
    }
    if (command.saslContinue !== undefined) {
      const [, withoutProof = '', proof = ''] = /^(.*),p=(.*)$/.exec(textOf(command.payload)) ?? [];
      const message = `${clientFirst},${serverFirst},${withoutProof}`;
      const signature = hmac(createHash('sha256').update(clientKey).digest(), message);
      const expected = Buffer.from(clientKey.map((byte, index) => byte ^ (signature[index] ?? 0)));
      if (!expected.equals(Buffer.from(proof, 'base64'))) return AUTHENTICATION_FAILED;
      known = true;
      const verifier = hmac(hmac(salted, 'Server Key'), message).toString('base64');
      return { ok: 1, conversationId: 1, done: true, payload: Buffer.from(`v=${verifier}`) };
    }
    return known || OPEN_COMMANDS.some((name) => name in command) ? undefined : UNAUTHORIZED;
  };
}

function hmac(key: Uint8Array, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

/** A payload is a BSON Binary. */
function textOf(payload: unknown): string {
  return payload instanceof BSON.Binary ? Buffer.from(payload.buffer).toString() : '';
}

function eachMessage(socket: Socket, take: (message: Buffer) => void): void {
  let rest = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= 4 && rest.length >= rest.readInt32LE(0)) {
      const length = rest.readInt32LE(0);
      take(rest.subarray(0, length));
      rest = rest.subarray(length);
    }
  });
}

function reply(request: Buffer, answer: Command): Buffer {
  const body = BSON.serialize(answer);
  const header = Buffer.alloc(HEADER);
  header.writeInt32LE(HEADER + body.length, 0);
  header.writeInt32LE(request.readInt32LE(4), 8);
  header.writeInt32LE(OP_MSG, 12);
  return Buffer.concat([header, body]);
}
