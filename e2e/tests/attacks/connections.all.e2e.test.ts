import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callWithForm, type Person, pictureForm, signUp, someAddress } from '../../src/api.ts';
import { type AttackedProduct, openAttacked } from '../../src/attacks/attacked-product.ts';
import { LONGEST_MS, waitsDuring } from '../../src/attacks/bystander.ts';
import { openRaw, type RawConnection, statusOf } from '../../src/attacks/raw-connection.ts';

let attacked: AttackedProduct;
beforeAll(async () => {
  attacked = await openAttacked();
});
afterAll(() => attacked.close());

/** The headers of an upload whose body is never completed. */
function slowUpload(path: string, token: string): RawConnection {
  const connection = openRaw(attacked.origin);
  connection.write(
    [
      `POST ${path} HTTP/1.1`,
      'Host: localhost',
      `X-Forwarded-For: ${someAddress()}`,
      `Authorization: Bearer ${token}`,
      'Content-Type: multipart/form-data; boundary=cut',
      `Content-Length: ${4 * 1024 * 1024}`,
      '',
      '--cut',
      'Content-Disposition: form-data; name="image"; filename="a.png"',
      'Content-Type: image/png',
      '',
      '',
    ].join('\r\n'),
  );
  return connection;
}

const UPLOADS = ['/api/pages/upload-image', '/api/user/upload-avatar'];
const SLOW = 24;
/** A normal upload takes a fraction of a second; one that waited for the slow ones took 100 s. */
const SOON_MS = 10_000;

/** Stalled uploads are ended long before the timeout of 90 s for a whole request. */
const ENDED_MS = 60_000;

describe('slow uploads', () => {
  test(`${SLOW} by different people do not delay the uploads of others`, async () => {
    const { origin, driver, bystander } = attacked;
    const waits = await waitsDuring(bystander, async () => {
      const others: Person[] = [];
      for (let i = 0; i < SLOW; i += 1) others.push(await signUp(origin));
      const slow = others.map(({ token }, i) => slowUpload(UPLOADS[i % 2] ?? '', token));
      try {
        for (const connection of slow) connection.write('x');
        await sleep(500);
        for (const path of UPLOADS) {
          const begun = performance.now();
          const { status } = await callWithForm(origin, path, pictureForm(), { token: driver.token });
          expect([path, status]).toEqual([path, 200]);
          expect(performance.now() - begun).toBeLessThan(SOON_MS);
        }
        const answered = () => slow.filter(({ received }) => statusOf(received()) === 408).length;
        await expect.poll(answered, { timeout: ENDED_MS }).toBe(SLOW);
      } finally {
        for (const { socket } of slow) socket.destroy();
      }
    });
    expect(Math.min(...waits)).toBeLessThanOrEqual(LONGEST_MS);
  });

  test('are refused above a few per person', async () => {
    const { token } = await signUp(attacked.origin);
    const slow = Array.from({ length: SLOW }, (_, i) => slowUpload(UPLOADS[i % 2] ?? '', token));
    try {
      await expect
        .poll(() => slow.filter(({ received }) => statusOf(received()) === 429).length)
        .toBeGreaterThan(SLOW / 2);
    } finally {
      for (const { socket } of slow) socket.destroy();
    }
  });
});
