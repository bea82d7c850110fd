import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { fakeApi, graphAnswer } from '../../../testing/fake-api.ts';
import { signInAsAdmin } from '../../../testing/pages-tab.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { inUnits } from './figures.ts';
import SystemTab from './system-tab.tsx';

beforeEach(signInAsAdmin);

const HOUR = 3_600;
const ago = (seconds: number) => Math.floor(Date.now() / 1_000) - seconds;
const figure = (name: string, value: number | null, of: string | null = null) => ({
  __typename: 'SystemFigure',
  name,
  of,
  value,
});
const part = (figures: object[], changes: object = {}) => ({
  __typename: 'SystemPart',
  id: 'host 1',
  name: 'volant',
  version: '0.2.0',
  startedAt: new Date(Date.now() - 2 * HOUR * 1_000).toISOString(),
  missing: [],
  warnings: [],
  figures,
  ...changes,
});
const FINE = part([
  figure('mails_waiting', 2, 'identity'),
  figure('mails_waiting', 1, 'support'),
  figure('mails_oldest_seconds', 65, 'identity'),
  figure('folding_succeeded_timestamp_seconds', ago(HOUR)),
]);

const testMail = (problem: string | null) => ({ __typename: 'TestMail', problem });

function answer(identity: object | null, others: object | null = identity, canBackUp = false) {
  const system = { __typename: 'System', canBackUp, identity, pages: others, support: others, analytics: others };
  return fakeApi({
    'GRAPH SystemState': graphAnswer({ system }),
    'GRAPH BackUpNow': graphAnswer({ backUpNow: 'BEGUN' }),
    'GRAPH SendTestMail': graphAnswer({ sendTestMail: testMail(null) }),
  });
}
const open = () => renderScreen(SystemTab, '/admin', '/admin?tab=system');
const row = async (name: string) => (await screen.findByText(name)).parentElement as HTMLElement;

it('shows one process once, and says that everything works', async () => {
  answer(FINE);
  await open();
  expect(await screen.findByText('Everything works.')).toBeTruthy();
  expect(screen.getByText('volant 0.2.0, started 2 hours ago')).toBeTruthy();
  expect((await row('Mails waiting')).textContent).toBe('Mails waiting3');
  expect((await row('The oldest mail has waited for')).textContent).toContain('1 minute');
});

it('says what is wrong, and what to do about it', async () => {
  const warnings = ['VOLANT_ORIGIN is not set'];
  answer(
    part(
      [
        figure('folding_succeeded_timestamp_seconds', ago(27 * HOUR)),
        figure('mailbox_read_age_seconds', null),
        figure('backup_succeeded_timestamp_seconds', 0),
        figure('unknown_to_the_screen', 1),
      ],
      { warnings, missing: ['SMTP'] },
    ),
  );
  await open();
  expect((await row('Closed days folded')).textContent).toContain('the log says why');
  expect((await row('Support mailbox last read')).textContent).toContain('cannot be read');
  expect((await row('Last backup')).textContent).toContain('never');
  expect(screen.getByText('VOLANT_ORIGIN is not set').lang).toBe('en');
  expect(screen.getByText('SMTP does not answer.')).toBeTruthy();
  expect(screen.queryByText('Everything works.')).toBeNull();
});

it('shows each process of a cluster, and says that one does not answer', async () => {
  answer(part([], { id: 'pod-1', name: 'identity' }), null);
  await open();
  expect(await screen.findByText(/^A service does not answer/)).toBeTruthy();
  expect(within(screen.getByRole('list')).getAllByRole('listitem')).toHaveLength(1);
});

it('sends a test mail, and shows what the mail server says', async () => {
  answer(FINE);
  await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Send a test mail' }));
  expect((await screen.findByRole('status')).textContent).toContain('has been sent to your address');
  fakeApi({ 'GRAPH SendTestMail': graphAnswer({ sendTestMail: testMail('ECONNREFUSED') }) });
  await userEvent.click(screen.getByRole('button', { name: 'Send a test mail' }));
  expect((await screen.findByRole('alert')).textContent).toContain('did not take the mail: ECONNREFUSED');
});

it('begins a backup where one can be made, and otherwise names the command', async () => {
  answer(FINE, FINE, true);
  await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Back up now' }));
  expect((await screen.findByRole('status')).textContent).toContain('The backup has begun');
  fakeApi({ 'GRAPH BackUpNow': graphAnswer({ backUpNow: 'UNDER_WAY' }) });
  await userEvent.click(screen.getByRole('button', { name: 'Back up now' }));
  expect(await screen.findByText('A backup is being made already.')).toBeTruthy();
  expect(screen.queryByText(/npm run backup/)).toBeNull();
});

it.each([
  [59, 'seconds', '1 minute'],
  [3_600, 'seconds', '1 hour'],
  [90_000, 'seconds', '1 day'],
  [1.5 * 1024 ** 3, 'bytes', '1.5 GB'],
  [0, 'bytes', '0 MB'],
] as const)('writes %i %s as %s', (value, unit, written) => {
  expect(inUnits(value, unit, 'en-GB')).toBe(written);
});
