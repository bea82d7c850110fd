import { render } from '@testing-library/react';
import { languagesWith } from '@volant/proto/text/languages';
import { expect, it } from 'vitest';
import { dictionaries } from '../../server/texts.ts';
import { messageNow } from '../script/message-now.ts';
import { Passenger } from './passenger.tsx';
import type { Profile } from './profile.ts';

const catalogues = import.meta.glob<{ aboardMessage: string }>('./texts/passenger.*.json', {
  eager: true,
  import: 'default',
});

const car: Profile = {
  name: 'Zoé D’Été',
  phone: '+33 6 39 98 00 01',
  trade: 'vtc',
  plate: 'AB-123-CD',
  revtc: 'EVTC069200001',
  showsPlate: true,
  showsRegister: true,
};

function show(profile: Profile, language: keyof typeof dictionaries = 'fr') {
  const page = (
    <Passenger
      profile={profile}
      displayName=""
      labelOf={(name) => name}
      address="https://volant.example/d/demo-1"
      language={language}
      texts={dictionaries[language].page}
    />
  );
  return render(page).container;
}

const share = (container: Element) => container.querySelector<HTMLAnchorElement>('[data-now=share]');
const messageOf = (href = '') => decodeURIComponent(href.split(/(?:body|text)=/)[1] ?? '');

it.each(languagesWith('page'))('tells in %s whose car the passenger is in', (language) => {
  const texts = dictionaries[language].page;
  expect(messageOf(share(show(car, language))?.href).split('\n')).toEqual([
    catalogues[`./texts/passenger.${language}.json`]?.aboardMessage,
    'Zoé D’Été',
    `${texts.plate} AB-123-CD`,
    `${texts.register} EVTC069200001`,
    'https://volant.example/d/demo-1',
  ]);
});

it('tells only what the driver shows, and offers nothing without it', () => {
  expect(messageOf(share(show({ ...car, showsRegister: false }))?.href)).not.toContain('EVTC');
  expect(share(show({ ...car, showsRegister: false, showsPlate: false }))).toBeNull();
});

it('a name with half a character does not break the page', () => {
  expect(messageOf(share(show({ ...car, name: 'Zoé\ud83d' }))?.href)).toContain('\nZoé\n');
});

it('adds date and hour to a message', () => {
  expect(messageOf(messageNow('sms:?&body=a')).split('\n')[1]).toMatch(/\d\d?:\d\d/);
  expect(messageNow('mailto:a@example.fr?body=a')).toContain('a%0D%0A');
});

it('offers after the ride what the driver has: review, tip, lost items and the next ride', () => {
  const customFields = [
    { id: '1', name: 'Donner un avis', value: 'https://g.page/r/1/review', icon: '', color: '' },
    { id: '2', name: 'Tip', value: 'https://tip.example.fr', icon: '', color: '' },
    { id: '3', name: 'Pourboire', value: 'en espèces', icon: '', color: '' },
    { id: '4', name: 'Réserver', value: 'https://book.example.fr', icon: '', color: '' },
  ];
  const after = show({ ...car, email: 'zoe@example.fr', rideRequests: true, customFields }, 'en').querySelector(
    'details',
  );
  const links = [...(after?.querySelectorAll('a') ?? [])];
  expect(links.map(({ href, dataset }) => [href.split('?')[0], dataset.click])).toEqual([
    ['https://g.page/r/1/review', 'CLICK_CUSTOM_FIELD'],
    ['https://tip.example.fr/', 'CLICK_CUSTOM_FIELD'],
    ['sms:+33639980001', 'CLICK_CALL'],
    ['sms:+33639980001', 'CLICK_CALL'],
    ['mailto:zoe@example.fr', 'CLICK_EMAIL'],
  ]);
  expect(links[2]?.dataset.ride).toMatch(/^\[/);
  expect(links.slice(3).map(({ href }) => messageOf(href))).toEqual(
    Array(2).fill(
      expect.stringMatching(/^Bonjour, je crois avoir oublié[^\r\n]+(?:\r?\n){2}Hello, I think I left[^\r\n]+$/),
    ),
  );
  expect(after?.open).toBe(false);
});

it('has no section for a page without such items that no message reaches', () => {
  expect(show({ name: 'Zoé', phone: '+33 1 99 00 00 01' }).querySelector('.pp-after')).toBeNull();
});
