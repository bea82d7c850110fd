import { expect, it } from 'vitest';
import { referrerHost } from './referrer-host.ts';

it.each([
  ['', ''],
  ['https://www.Example.org/path?mail=a@b.c#d', 'www.example.org'],
  ['https://user:secret@example.org:8443/', 'example.org'],
  ['https://müller.example/', 'xn--mller-kva.example'],
  ['android-app://com.google.android.gm/', 'com.google.android.gm'],
  ['https://cards.example/d/abc', ''],
  ['http://192.0.2.7/admin', ''],
  ['http://[2001:db8::1]/', ''],
  ['not an address', ''],
  ['data:text/plain,secret', ''],
  [`https://${'a.'.repeat(300)}example/`, ''],
])('%j → %j', (referrer, host) => {
  expect(referrerHost(referrer, 'cards.example:3000')).toBe(host);
});
