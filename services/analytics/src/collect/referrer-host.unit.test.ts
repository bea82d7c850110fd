import { expect, it } from 'vitest';
import { referrerHost } from './referrer-host.ts';

it.each([
  ['', ''],
  ['https://www.Example.org/path?mail=a@b.c#d', 'www.example.org'],
  ['https://user:secret@example.org:8443/', 'example.org'],
  ['https://müller.example/', 'xn--mller-kva.example'],
  ['android-app://com.google.android.gm/', 'com.google.android.gm'],
  ['android-app://Com.Example.Some_App/', 'com.example.some_app'],
  ['ios-app://284882215/fb', '284882215'],
  ['https://example.org./', 'example.org'],
  ['https://EXAMPLE.org.:8443/', 'example.org'],
  ['https://example.org../', ''],
  ['https://xn--mller-kva.example./', 'xn--mller-kva.example'],
  ['https://www.example.org/', 'www.example.org'],
  ['https://cards.example/d/abc', ''],
  ['https://Cards.Example.:3000/d/abc', ''],
  ['android-app://münchen/', ''],
  ['android-app://192.0.2.7/', ''],
  ['http://192.0.2.7./', ''],
  ['http://3221225991/', ''],
  ['about:blank', ''],
  ['file:///home/a', ''],
  ['blob:https://example.org/1', ''],
  ['chrome-extension://abcdefgh/', ''],
  ['ftp://example.org/', ''],
  [
    `https://${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(61)}./`,
    `${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(61)}`,
  ],
  [`android-app://${'a.'.repeat(126)}ab/`, ''],
  ['http://192.0.2.7/admin', ''],
  ['http://[2001:db8::1]/', ''],
  ['not an address', ''],
  ['data:text/plain,secret', ''],
  [`https://${'a.'.repeat(300)}example/`, ''],
])('the host of the referrer %j is %j', (referrer, host) => {
  expect(referrerHost(referrer, 'cards.example:3000')).toBe(host);
});

it('recognizes its own pages when the host ends in a dot', () => {
  expect(referrerHost('https://cards.example/', 'Cards.example.:3000')).toBe('');
});
