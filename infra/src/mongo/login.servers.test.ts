import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLogger } from '../process/observability/log.ts';
import { makeCertificate } from '../testing/certificate.ts';
import { type MongoLogin, openMongoLogin } from '../testing/mongo-login.ts';
import { openingFailure, WRONG_PASSWORD } from '../testing/opening-failure.ts';
import { testServers } from '../testing/test-servers.ts';
import { openTlsRelay, type TlsRelay } from '../testing/tls-relay.ts';
import { openMongo } from './connection.ts';

const log = createLogger({ name: 'test', level: 'silent' });
const LOGIN = { username: 'volant', password: 'right-word' };
const SCRAM = 'authMechanism=SCRAM-SHA-256';

// The stand-in for MongoDB has neither users nor TLS: the test puts both in front of it, authentication as in RFC 7677.
describe('connecting to MongoDB with TLS and authentication', () => {
  let folder: string;
  let others: string;
  let ca: string;
  let otherAuthority: string;
  let login: MongoLogin;
  let relay: TlsRelay;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mongo-login-'));
    others = await mkdtemp(join(tmpdir(), 'mongo-login-'));
    // The test connects to localhost, for which this certificate is not valid.
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

  it('stores and returns documents', async () => {
    const connection = await openMongo(right());
    await connection.check();
    const documents = connection.mongoose.collection<{ _id: string }>('documents');
    await documents.insertOne({ _id: 'a' });
    expect(await documents.findOne({ _id: 'a' })).toEqual({ _id: 'a' });
    await documents.drop();
    await connection.close();
  });

  it('looks up the user in the database that the address names', async () => {
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
    // In parallel, because each attempt takes seconds.
    const [unsigned, elsewhere] = await Promise.all([failure({ ca: otherAuthority }), failure({ url })]);
    expect(unsigned).toMatchObject(untrusted);
    expect(elsewhere).toMatchObject({ name: 'SettingError', setting: 'VOLANT_MONGODB_URL' });

    const nobody = { url: `mongodb://127.0.0.1:${relay.port}`, ca, database: 'test-login', log };
    const unnamed = { name: 'SettingError', setting: 'VOLANT_MONGODB_USERNAME' };
    expect(await openingFailure(openMongo(nobody))).toMatchObject(unnamed);
  });

  // Both sides close the connection silently, like a server that is shutting down.
  it('reports an outage and names the address if only one side speaks TLS', async () => {
    const waited = { name: 'ServerUnreachable', message: expect.stringContaining('VOLANT_MONGODB_URL') };
    const { ca: _, ...plain } = right();
    const { url } = testServers().mongodb;
    const tried = [plain, { url, ca, database: 'test-login', log }];
    for (const failure of await Promise.all(tried.map((settings) => openingFailure(openMongo(settings))))) {
      expect(failure).toMatchObject(waited);
    }
  });
});
