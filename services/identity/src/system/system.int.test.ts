import { createLogger } from '@volant/infra/process/observability/log';
import { createMetrics } from '@volant/infra/process/observability/metrics';
import { createNotices } from '@volant/infra/process/shell/notices';
import { createReadiness } from '@volant/infra/process/shell/readiness';
import { createSystemReport } from '@volant/infra/process/shell/system-report';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openIdentity, PASSWORD, type SignedIn, type TestIdentity } from '../testing/open-identity.ts';
import { TEST_MAILS_PER_HOUR } from './test-mail.ts';

const SYSTEM = '{ system { identity { name version missing warnings figures { name of value } } } }';
const SEND_TEST_MAIL = 'mutation { sendTestMail { problem } }';
const BACK_UP = 'mutation { backUpNow }';
const log = createLogger({ name: 'test', level: 'silent' });

let test: TestIdentity;
let superadmin: SignedIn;
let backingUp = false;

beforeAll(async () => {
  const metrics = createMetrics({ name: 'identity' });
  metrics.gauge('mails_waiting', 'Messages.', () => 3, { view: 'identity' });
  metrics.gauge('mails_oldest_seconds', 'Age.', () => Promise.reject(new Error('away')));
  metrics.gauge('another', 'Not for people.', () => 1);
  const notices = createNotices(log);
  notices.tell('A setting is missing.');
  const servers = () => [{ name: 'SMTP', check: () => Promise.reject(new Error('away')) }];
  const readiness = createReadiness({ servers, notices, log });
  test = await openIdentity(
    undefined,
    {},
    {
      system: createSystemReport('identity', readiness, metrics),
      backUp() {
        const isFree = !backingUp;
        backingUp = true;
        return isFree;
      },
    },
  );
  await test.identity.ensureSuperadmin({ email: 'root@example.com', password: PASSWORD });
  superadmin = await test.logIn('root');
});
afterAll(() => test.close());

describe('system', () => {
  it('says to superadmins what is missing, what to change, and the figures of the process', async () => {
    const { data } = await test.ask(SYSTEM, {}, superadmin);
    expect(data).toMatchObject({
      system: {
        identity: {
          name: 'identity',
          version: expect.stringMatching(/^\d+\.\d+\.\d+/),
          missing: ['SMTP'],
          warnings: ['A setting is missing.'],
          figures: [
            { name: 'mails_oldest_seconds', of: null, value: null },
            { name: 'mails_waiting', of: 'identity', value: 3 },
          ],
        },
      },
    });
  });

  it('is nobody else’s business', async () => {
    const driver = await test.signUp('driver');
    for (const query of [SYSTEM, SEND_TEST_MAIL, BACK_UP]) {
      expect(await test.ask(query, {}, driver)).toMatchObject({ code: 'FORBIDDEN' });
      expect(await test.ask(query, {}, {})).toMatchObject({ code: 'UNAUTHENTICATED' });
    }
  });
});

it('backUpNow begins one backup at a time', async () => {
  expect(await test.ask('{ system { canBackUp } }', {}, superadmin)).toMatchObject({
    data: { system: { canBackUp: true } },
  });
  expect(await test.ask(BACK_UP, {}, superadmin)).toMatchObject({ data: { backUpNow: 'BEGUN' } });
  expect(await test.ask(BACK_UP, {}, superadmin)).toMatchObject({ data: { backUpNow: 'UNDER_WAY' } });
});

describe('sendTestMail', () => {
  it('mails the caller, or says what the mail server said', async () => {
    const send = () => test.ask(SEND_TEST_MAIL, {}, superadmin);
    expect(await send()).toMatchObject({ data: { sendTestMail: { problem: null } } });
    expect(test.mails.at(-1)).toMatchObject({ to: 'root@example.com', subject: 'Test mail from Volant' });
    const sent = test.mails.length;
    test.mailServer = () => Promise.reject(Object.assign(new Error('root@example.com?'), { responseCode: 535 }));
    expect(await send()).toMatchObject({ data: { sendTestMail: { problem: '535' } } });
    test.mailServer = () => Promise.reject(Object.assign(new Error('no'), { code: 'ECONNREFUSED' }));
    expect(await send()).toMatchObject({ data: { sendTestMail: { problem: 'ECONNREFUSED' } } });
    expect(test.mails).toHaveLength(sent);
    for (let time = 3; time < TEST_MAILS_PER_HOUR; time += 1) await send();
    expect(await send()).toMatchObject({ code: 'TOO_MANY_CHANGES' });
  });
});
