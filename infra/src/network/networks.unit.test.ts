import { describe, expect, it } from 'vitest';
import { networksOf } from './networks.ts';

describe('networksOf', () => {
  it.each([
    ['192.0.2.1', ['192.0.2.1']],
    ['255.254.0.10', ['255.254.0.10']],
    ['::ffff:192.0.2.1', ['192.0.2.1']],
    ['2001:db8:1:2:3:4:5:6', ['2001:db8:1:2', '2001:db8:1']],
    ['2001:DB8:1:2::9', ['2001:db8:1:2', '2001:db8:1']],
    ['2001:0db8::1', ['2001:db8:0:0', '2001:db8:0']],
    ['::1', ['0:0:0:0', '0:0:0']],
    ['fe80::1%eth0', ['fe80:0:0:0', 'fe80:0:0']],
    ['2001:db8:1:2:3:4:192.0.2.1', ['2001:db8:1:2', '2001:db8:1']],
    ['unknown', ['unknown']],
    ['', ['unknown']],
    ['192.0.2.1:4711', ['unknown']],
  ])('returns for %s: %j', (address, networks) => {
    expect(networksOf(address)).toEqual(networks);
  });
});
