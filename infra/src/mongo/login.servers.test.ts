import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLogger } from '../process/log.ts';
import { makeCertificate } from '../testing/certificate.ts';
import { type MongoLogin, openMongoLogin } from '../testing/mongo-login.ts';
import { openingFailure, WRONG_PASSWORD } from '../testing/opening-failure.ts';
import { testServers } from '../testing/test-servers.ts';
import { openTlsRelay, type TlsRelay } from '../testing/tls-relay.ts';
import { openMongo } from './connection.ts';

const log = createLogger({ name: 'test', level: 'silent' });
const LOGIN = { username: 'volant', password: 'right-word' };
const SCRAM = 'authMechanism=SCRAM-SHA-256';

// The stand-in for MongoDB has neither users nor TLS: both are in front of it, the users' part as RFC 7677 has it.
describe('MongoDB behind TLS, user name and password', () => {
  let folder: string;
  let others: string;
  let ca: string;
  let otherAuthority: string;
  let login: MongoLogin;
  let relay: TlsRelay;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mongo-login-'));
    others = await mkdtemp(join(tmpdir(), 'mongo-login-'));
    // Not for localhost, by which it is reached all the same.
    const certificate = await makeCertificate(folder, ['IP:127.0.0.1']);
    ca = certificate.ca;
    otherAuthority = (await makeCertificate(others)).ca;
    const { hostname: host, port } = new URL(testServers().mongodb.url);
    login = await openMongoLogin({ host, port: Number(port) }, { ...LOGIN, database: 'admin' });
    relay = await openTlsRelay({ host: '127.0.0.1', port: login.port }, certificate);
  });
  afterAll(async () => {
    await relay?.close();
    await login?.close();
    await rm(folder, { recursive: true });
    await rm(others, { recursive: true });
  });

  const right = (query = '') => ({
    ...{ url: `mongodb://127.0.0.1:${relay.port}/?${SCRAM}${query}`, ...LOGIN, ca, database: 'test-login', log },
  });

  it('takes and gives documents', async () => {
    const connection = await openMongo(right());
    await connection.check();
    const documents = connection.mongoose.collection<{ _id: string }>('documents');
    await documents.insertOne({ _id: 'a' });
    expect(await documents.findOne({ _id: 'a' })).toEqual({ _id: 'a' });
    await documents.drop();
    await connection.close();
  });

  it('looks for its user where the address says', async () => {
    expect(await openingFailure(openMongo(right('&authSource=elsewhere')))).toMatchObject({
      setting: 'VOLANT_MONGODB_PASSWORD',
    });
  });

  it('names the setting that is wrong', async () => {
    const failure = (wrong: Partial<Parameters<typeof openMongo>[0]>) =>
      openingFailure(openMongo({ ...right(), ...wrong }));
    const refused = { name: 'SettingError', setting: 'VOLANT_MONGODB_PASSWORD' };
    expect(await failure({ password: WRONG_PASSWORD })).toMatchObject(refused);
    expect(await failure({ username: 'nobody', password: WRONG_PASSWORD })).toMatchObject(refused);

    const untrusted = { name: 'SettingError', setting: 'VOLANT_MONGODB_TLS_CA_FILE' };
    const url = `mongodb://localhost:${relay.port}/?${SCRAM}`;
    // Each of them looks for a server for seconds.
    const [unsigned, elsewhere] = await Promise.all([failure({ ca: otherAuthority }), failure({ url })]);
    expect(unsigned).toMatchObject(untrusted);
    expect(elsewhere).toMatchObject({ name: 'SettingError', setting: 'VOLANT_MONGODB_URL' });

    const nobody = { url: `mongodb://127.0.0.1:${relay.port}`, ca, database: 'test-login', log };
    const unnamed = { name: 'SettingError', setting: 'VOLANT_MONGODB_USERNAME' };
    expect(await openingFailure(openMongo(nobody))).toMatchObject(unnamed);
  });

  // Both hang up without a word, as a server does that is just going down.
  it('is waited for, and its address named, by who speaks no TLS, or to whom no TLS is spoken', async () => {
    const waited = { name: 'ServerUnreachable', message: expect.stringContaining('VOLANT_MONGODB_URL') };
    const { ca: _, ...plain } = right();
    const { url } = testServers().mongodb;
    const tried = [plain, { url, ca, database: 'test-login', log }];
    for (const failure of await Promise.all(tried.map((settings) => openingFailure(openMongo(settings))))) {
      expect(failure).toMatchObject(waited);
    }
  });
});
