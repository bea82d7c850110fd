import { expect, test, vi } from 'vitest';
import { createLogger } from '../process/observability/log.ts';
import { ServerUnreachable, SettingError } from '../process/settings/server-errors.ts';
import { createStandingServers } from './standing-servers.ts';

const log = createLogger({ name: 'test', level: 'silent' });

test('a server that the process can start without is opened later, and closed with the rest', async () => {
  const standing = createStandingServers(log, new AbortController().signal);
  const adapter = { close: vi.fn(async () => {}), check: async () => {} };
  let isUp = false;
  const current = await standing.openMeanwhile('SMTP', async () => {
    if (!isUp) throw new ServerUnreachable('SMTP', 'does not answer');
    return adapter;
  });
  expect(current).toThrow('does not answer');
  await expect(standing.list()[0]?.check()).rejects.toThrow('does not answer');
  isUp = true;
  await expect
    .poll(() =>
      standing
        .list()[0]
        ?.check()
        .then(
          () => 'answers',
          () => 'away',
        ),
    )
    .toBe('answers');
  expect(current()).toBe(adapter);
  await standing.close();
  expect(adapter.close).toHaveBeenCalledOnce();
});

test('a wrong setting ends the start', async () => {
  const standing = createStandingServers(log, new AbortController().signal);
  const open = () => Promise.reject(new SettingError('VOLANT_SMTP_PASSWORD', 'is refused'));
  await expect(standing.openMeanwhile('SMTP', open)).rejects.toThrow('VOLANT_SMTP_PASSWORD');
  await standing.close();
});
