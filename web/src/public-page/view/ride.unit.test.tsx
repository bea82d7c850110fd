import { render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { dictionaries } from '../../server/texts.ts';
import { contactsOf } from './items.ts';
import type { Profile } from './profile.ts';
import { PublicPage } from './public-page.tsx';
import { rideWaysOf } from './ride.tsx';

const hrefs = (profile: Profile) => rideWaysOf(contactsOf(profile)).map(({ href }) => href);

describe('the ways to ask for a ride', () => {
  it('are those that the driver has, WhatsApp first', () => {
    const profile = { email: 'zoe@example.fr', phone: '+33 6 39 98 00 01', whatsapp: '+41 79 123 45 67' };
    expect(rideWaysOf(contactsOf(profile))).toEqual([
      { way: 'whatsapp', href: 'https://wa.me/41791234567', click: 'CLICK_WHATSAPP' },
      { way: 'sms', href: 'sms:+33639980001', click: 'CLICK_CALL' },
      { way: 'email', href: 'mailto:zoe@example.fr', click: 'CLICK_EMAIL' },
    ]);
  });

  it.each([
    ['a mobile number', { phone: '06 39 98 00 01' }, ['sms:0639980001']],
    ['a foreign number', { phone: '+44 20 7946 0018' }, ['sms:+442079460018']],
    ['a French landline, which receives no SMS', { phone: '+33 1 99 00 00 01' }, []],
    ['a national French landline', { phone: '04 99 00 00 01' }, []],
    ['a number with an extension', { phone: '+41 22 900 00 01 ext. 12' }, []],
    ['a service number', { phone: '3949' }, []],
    ['a WhatsApp link without a number, which accepts no text', { whatsapp: 'https://wa.me/message/ABC123' }, []],
    ['contacts that cannot be reached', { phone: 'call me', email: 'nomail' }, []],
  ])('of %s are right', (_, profile, expected) => {
    expect(hrefs(profile)).toEqual(expected);
  });
});

describe.each(['modern', 'minimal', 'buttons'])('the %s page', (displayStyle) => {
  const linkOf = (profile: Profile) =>
    render(
      <PublicPage
        profile={{ name: 'Zoé', displayStyle, ...profile }}
        displayName=""
        avatar={undefined}
        language="fr"
        texts={dictionaries.fr.page}
      />,
    ).container.querySelector('.pp-ride');

  it('has a link that leads to the driver without a script, too', () => {
    const link = linkOf({ email: 'zoe@example.fr', rideRequests: true });
    expect([link?.textContent, link?.getAttribute('href')]).toEqual(['Demander une course', 'mailto:zoe@example.fr']);
  });

  it('has none if the driver does not want it or has no way', () => {
    expect(linkOf({ email: 'zoe@example.fr' })).toBeNull();
    expect(linkOf({ website: 'zoe.fr', rideRequests: true })).toBeNull();
  });
});
