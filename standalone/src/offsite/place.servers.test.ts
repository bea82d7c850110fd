import { randomUUID } from 'node:crypto';
import { createLogger } from '@volant/infra/process/observability/log';
import { testServers } from '@volant/infra/testing/test-servers';
import { expect, it } from 'vitest';
import { openPlace } from './place.ts';
import { openVault } from './vault.ts';

const log = createLogger({ name: 'test', level: 'silent' });
const PASSPHRASE = 'a passphrase for this test';

function settings() {
  const { url, accessKey, secretKey } = testServers().s3;
  return { url: `${url.replace('http:', 's3+http:')}/offsite-${randomUUID()}`, accessKey, secretKey };
}

it('keeps objects of a bucket, which it makes', async () => {
  const place = settings();
  const vault = await openVault(await openPlace(place, log), PASSPHRASE, true);
  const large = Buffer.alloc(4 * 1024 * 1024, 'Volant ');
  await vault.put('bases/a.bin', large);
  await vault.put('heads/b.bin', Buffer.from('{}'));
  await vault.close();
  const again = await openVault(await openPlace(place, log), PASSPHRASE, false);
  expect(await again.list('')).toEqual(['bases/a.bin', 'heads/b.bin', 'key.json']);
  expect((await again.get('bases/a.bin')).equals(large)).toBe(true);
  for (const key of await again.list('')) await again.delete(key);
  expect(await again.list('')).toEqual([]);
  await again.close();
});

it.each([
  ['VOLANT_OFFSITE_ACCESS_KEY', { accessKey: 'nobody' }],
  ['VOLANT_OFFSITE_SECRET_KEY', { secretKey: 'wrong-secret' }],
])('says in one sentence that %s is wrong', async (name, wrong) => {
  await expect(openPlace({ ...settings(), ...wrong }, log)).rejects.toThrow(new RegExp(`^${name}: .*\\.$`));
});

it('says in one sentence that the server does not answer', async () => {
  await expect(openPlace({ ...settings(), url: 's3+http://127.0.0.1:1/bucket' }, log)).rejects.toThrow(
    /^S3: 127\.0\.0\.1:1 does not answer as it should \(VOLANT_OFFSITE_URL\): /,
  );
});
