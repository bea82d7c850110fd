import { cleanup, render, waitFor } from '@testing-library/react';
import { type Language, languagesWith } from '@volant/proto/text/languages';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dictionaries } from '../../server/texts.ts';
import { sampleProfile } from '../../testing/sample-profile.ts';
import { renderContactFile } from '../document/contact-file.ts';
import { Desk } from '../view/desk.tsx';
import { Passenger } from '../view/passenger.tsx';
import type { Profile } from '../view/profile.ts';
import { PublicPage } from '../view/public-page.tsx';
import { activate, savesFiles } from './activate.ts';

type Sent = { id: string; pageId: string; type: string; customData?: string; referrer?: string; source?: string };

const send = vi.fn<(address: string, init: RequestInit) => Promise<Response>>();
const copy = vi.fn<(text: string) => Promise<void>>();
let stop: () => void = () => undefined;

const sent = (): Sent[] => send.mock.calls.map(([, init]) => JSON.parse(String(init.body)));
const typesSent = () => sent().map(({ type, customData }) => [type, customData].filter(Boolean).join(' '));

function start(
  language: Language = 'fr',
  onLanguage = async (_language: string) => {},
  profile: Profile = sampleProfile,
): HTMLElement {
  const { page: texts } = dictionaries[language];
  const address = 'https://volant.example/d/demo-1';
  const { container } = render(
    <PublicPage
      profile={profile}
      displayName="Ma page"
      avatar="/uploads/zoe.jpg"
      language={language}
      texts={texts}
      own={{ path: '/d/demo-1', address }}
      passenger={
        <Passenger
          profile={profile}
          displayName="Ma page"
          labelOf={(name) => name}
          address={address}
          language={language}
          texts={texts}
        />
      }
      desk={
        <Desk
          address="https://volant.example/d/demo-1"
          code="/d/demo-1/qr.svg"
          phone={sampleProfile.phone}
          texts={texts}
        />
      }
    />,
  );
  const root = container.querySelector<HTMLElement>('.pp');
  if (!root) throw new Error('No page');
  // jsdom cannot navigate and logs an error.
  root.addEventListener('click', (event) => event.preventDefault());
  stop = activate(root, { pageId: 'demo-1', onLanguage });
  return root;
}

function tap(root: HTMLElement, selector: string, event = 'click', button = 0) {
  const target = root.querySelector(selector);
  if (!target) throw new Error(`Nothing to tap: ${selector}`);
  target.dispatchEvent(new MouseEvent(event, { bubbles: true, cancelable: true, button }));
}

beforeEach(() => {
  send.mockReset().mockResolvedValue(new Response());
  copy.mockReset().mockResolvedValue(undefined);
  vi.stubGlobal('fetch', send);
  vi.stubGlobal('Request', { prototype: { keepalive: true } });
  vi.stubGlobal('navigator', {
    ...navigator,
    userAgent: 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0',
    languages: ['fr'],
    clipboard: { writeText: copy },
    sendBeacon: vi.fn(() => true),
  });
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/d/demo-1');
});

afterEach(() => {
  stop();
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('a view', () => {
  it('is recorded once, by a request that outlives the page', () => {
    start();
    expect(typesSent()).toEqual(['VIEW']);
    expect(send.mock.calls[0]?.[0]).toBe('/api/public/events');
    expect(send.mock.calls[0]?.[1]).toMatchObject({ method: 'POST', keepalive: true });
    expect(sent()[0]?.id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    expect(sent()[0]?.pageId).toBe('demo-1');
  });

  it('waits until the page is visible', () => {
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    start();
    expect(typesSent()).toEqual([]);
    visibility.mockReturnValue('visible');
    document.dispatchEvent(new Event('visibilitychange'));
    document.dispatchEvent(new Event('visibilitychange'));
    expect(typesSent()).toEqual(['VIEW']);
  });

  it('waits while the page is prerendered', () => {
    Object.defineProperty(document, 'prerendering', { value: true, configurable: true });
    start();
    expect(typesSent()).toEqual([]);
    Object.defineProperty(document, 'prerendering', { value: false, configurable: true });
    document.dispatchEvent(new Event('prerenderingchange'));
    expect(typesSent()).toEqual(['VIEW']);
    Reflect.deleteProperty(document, 'prerendering');
  });

  it('is not recorded after the page was left', () => {
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    start();
    stop();
    visibility.mockReturnValue('visible');
    document.dispatchEvent(new Event('visibilitychange'));
    expect(typesSent()).toEqual([]);
  });

  it('contains the kind of card and the referring site, without the path', () => {
    history.replaceState(null, '', '/d/demo-1?s=nfc');
    vi.spyOn(document, 'referrer', 'get').mockReturnValue('https://hotel.example/private/path?x=1');
    start();
    expect(sent()[0]).toMatchObject({ source: 'nfc', referrer: 'https://hotel.example' });
  });

  it.each([
    ['android-app://com.google.android.gm/', 'android-app://com.google.android.gm'],
    ['https://user:secret@hotel.example:8443/a', 'https://hotel.example:8443'],
    ['https://müller.example/a', 'https://xn--mller-kva.example'],
  ])('records a visit from %s as %s', (from, referrer) => {
    vi.spyOn(document, 'referrer', 'get').mockReturnValue(from);
    start();
    expect(sent()[0]?.referrer).toBe(referrer);
  });

  it.each([`${location.origin}/dashboard`, 'about:blank', 'file:///home/me', 'no address', ''])(
    'omits an unknown source and a referrer that is no other site: %j',
    (from) => {
      history.replaceState(null, '', '/d/demo-1?s=spam');
      vi.spyOn(document, 'referrer', 'get').mockReturnValue(from);
      start();
      expect(Object.keys(sent()[0] ?? {}).sort()).toEqual(['id', 'pageId', 'type']);
    },
  );

  it('sends the token of a signed-in user', () => {
    localStorage.session = JSON.stringify({ token: 'secret', user: {} });
    start();
    expect(send.mock.calls[0]?.[1].headers).toMatchObject({ authorization: 'Bearer secret' });
  });
});

describe('a tap', () => {
  it('is recorded with its type, a custom item with its name', () => {
    const root = start();
    for (const type of ['CALL', 'WHATSAPP', 'EMAIL', 'WEBSITE', 'INSTAGRAM']) tap(root, `[data-click=CLICK_${type}]`);
    tap(root, '[data-field=Réserver] svg');
    expect(typesSent().slice(1)).toEqual([
      'CLICK_CALL',
      'CLICK_WHATSAPP',
      'CLICK_EMAIL',
      'CLICK_WEBSITE',
      'CLICK_INSTAGRAM',
      'CLICK_CUSTOM_FIELD Réserver',
    ]);
    expect(new Set(sent().map(({ id }) => id)).size).toBe(7);
  });

  describe('on the car to tell somebody about', () => {
    const shown = { ...sampleProfile, plate: 'AB-123-CD', showsPlate: true };
    const share = vi.fn<(data: { text: string }) => Promise<void>>();
    beforeEach(() => share.mockReset());

    it('shares it by the phone with date and hour, and sends nothing', async () => {
      vi.stubGlobal('navigator', { ...navigator, share: share.mockResolvedValue(undefined) });
      const root = start('fr', undefined, shown);
      const before = typesSent();
      tap(root, '[data-now=share]');
      await waitFor(() => expect(share).toHaveBeenCalledOnce());
      expect(share.mock.lastCall?.[0].text).toMatch(
        /^Je suis dans cette voiture\.\nZoé D’Été\nPlaque AB-123-CD\nhttps:.+\n.*\d\d:\d\d$/,
      );
      expect(typesSent()).toEqual(before);
      expect(copy).not.toHaveBeenCalled();
    });

    it.each([
      ['AbortError', 0],
      ['NotAllowedError', 1],
    ])('after %s copies it %i times', async (name, times) => {
      let calls = 0;
      const refuse = () => {
        calls += 1;
        return Promise.reject(Object.assign(new Error(name), { name }));
      };
      vi.stubGlobal('navigator', { ...navigator, share: refuse });
      const root = start('fr', undefined, shown);
      tap(root, '[data-now=share]');
      await waitFor(() => expect(calls).toBe(1));
      await waitFor(() => expect(copy).toHaveBeenCalledTimes(times));
    });

    it.each([
      [true, 'an SMS'],
      [false, 'the clipboard'],
    ])('without a share sheet (touch: %s) uses %s', async (touched) => {
      vi.stubGlobal('matchMedia', () => ({ matches: touched }));
      const root = start('fr', undefined, shown);
      const link = root.querySelector<HTMLAnchorElement>('[data-now=share]');
      const plain = link?.getAttribute('href');
      tap(root, '[data-now=share]');
      expect(link?.getAttribute('href')).toMatch(/^sms:\?&body=Je.+%0A/);
      await waitFor(() => expect(copy).toHaveBeenCalledTimes(touched ? 0 : 1));
      // The next tap has another hour.
      await waitFor(() => expect(link?.getAttribute('href')).toBe(plain));
    });
  });

  it('on the request for a ride follows its link if the browser is too old for the form', async () => {
    // A former file of the same worker may have loaded the form.
    vi.resetModules();
    vi.stubGlobal('CSSStyleSheet', undefined);
    const root = start('fr', undefined, { ...sampleProfile, rideRequests: true });
    tap(root, '.pp-ride');
    expect(typesSent()).toEqual(['VIEW']);
    await waitFor(() => expect(typesSent()).toEqual(['VIEW', 'CLICK_WHATSAPP']));
    expect(root.querySelector('.pp-ride')?.getAttribute('data-ride')).toMatch(/^\[/);
  });

  it('counts with the middle button, but not with the right one', () => {
    const root = start();
    tap(root, '[data-click=CLICK_WEBSITE]', 'auxclick', 1);
    tap(root, '[data-click=CLICK_WEBSITE]', 'auxclick', 2);
    expect(typesSent()).toEqual(['VIEW', 'CLICK_WEBSITE']);
  });

  it('continues if the server is unreachable; a beacon retries', async () => {
    send.mockRejectedValue(new TypeError('offline'));
    const root = start();
    expect(() => tap(root, '[data-click=CLICK_CALL]')).not.toThrow();
    await waitFor(() => expect(navigator.sendBeacon).toHaveBeenCalledTimes(2));
  });

  it('continues if the browser refuses to send', () => {
    send.mockImplementation(() => {
      throw new TypeError('refused');
    });
    const root = start();
    expect(() => tap(root, '[data-click=CLICK_CALL]')).not.toThrow();
  });

  it('uses a beacon if requests end with the page', () => {
    vi.stubGlobal('Request', class {});
    start();
    expect(send).not.toHaveBeenCalled();
    expect(navigator.sendBeacon).toHaveBeenCalledOnce();
  });
});

describe('a custom text', () => {
  it.each([
    ['fr', 'Copié\u00a0: AB-123-CD'],
    ['en', 'Copied: AB-123-CD'],
  ] as const)('is copied, and confirmed in %s', async (language, words) => {
    const root = start(language);
    tap(root, '[data-field=Plaque]');
    await waitFor(() => expect(root.querySelector('[role=status]')?.textContent).toBe(words));
    expect(copy).toHaveBeenCalledWith('AB-123-CD');
    expect(typesSent()).toEqual(['VIEW', 'CLICK_CUSTOM_FIELD Plaque']);
  });

  it('of the desktop panel, the phone number, is copied without counting as a call', async () => {
    const root = start();
    tap(root, '.pp-desk [data-copy]');
    await waitFor(() => expect(copy).toHaveBeenCalledWith(sampleProfile.phone));
    expect(typesSent()).toEqual(['VIEW']);
  });

  it('is shown if copying is blocked', async () => {
    copy.mockRejectedValue(new DOMException('refused'));
    const root = start();
    tap(root, '[data-field=Plaque]');
    await waitFor(() => expect(root.querySelector('[role=status]')?.textContent).toBe('À copier\u00a0: AB-123-CD'));
  });
});

describe('saving the contact', () => {
  const JPEG = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 1, 2, 3);
  const made: Blob[] = [];
  const names: string[] = [];

  beforeEach(() => {
    made.length = 0;
    names.length = 0;
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download);
    });
    const createObjectURL = (blob: Blob) => `blob:${made.push(blob)}`;
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL, revokeObjectURL: () => undefined }));
  });

  /** jsdom's blobs have no `text`. */
  const textOf = (blob = new Blob()) =>
    new Promise((resolve) => {
      const reader = new FileReader();
      reader.onload = () => resolve(reader.result);
      reader.readAsText(blob);
    });
  const photo = (body: BodyInit | null, init: ResponseInit) =>
    send.mockImplementation(async (address) =>
      address === '/uploads/zoe.jpg' ? new Response(body, init) : new Response(),
    );
  const serverFile = (body?: Uint8Array) =>
    renderContactFile(
      {
        publicId: 'demo-1',
        origin: 'https://volant.example',
        displayName: 'Ma page',
        blocks: sampleProfile,
        avatar: '/uploads/zoe.jpg',
      },
      body && { body, contentType: 'image/jpeg' },
    );

  it('makes the file that the server has, with the photo, and records it', async () => {
    photo(JPEG, { headers: { 'content-type': 'image/jpeg' } });
    const root = start();
    tap(root, '[data-click=CLICK_VCARD]');
    await waitFor(() => expect(names).toEqual(['Zoé D’Été.vcf']));
    const { name, content } = serverFile(JPEG);
    expect(content).toContain('PHOTO;ENCODING=b;TYPE=JPEG:/9j/4AECAw==');
    expect([names[0], await textOf(made[0])]).toEqual([name, content]);
    expect(made[0]?.type).toBe('text/vcard;charset=utf-8');
    const events = send.mock.calls.filter(([address]) => address === '/api/public/events');
    expect(events.map(([, { body }]) => JSON.parse(String(body)).type)).toEqual(['VIEW', 'CLICK_VCARD']);
    await waitFor(() =>
      expect(root.querySelector('[role=status]')?.textContent).toMatch(/^Ouvrez le fichier|^Open the file/),
    );
  });

  it('does without a photo that cannot be fetched', async () => {
    photo(null, { status: 404 });
    tap(start(), '[data-click=CLICK_VCARD]');
    await waitFor(() => expect(made).toHaveLength(1));
    expect(await textOf(made[0])).toBe(serverFile().content);
  });

  it('leaves the file to the server in the browser of another app', () => {
    vi.stubGlobal('navigator', {
      ...navigator,
      userAgent: 'Mozilla/5.0 (Linux; Android 15; Pixel 9; wv) Safari/537.36',
    });
    const root = start();
    let followed = false;
    root.addEventListener(
      'click',
      (event) => {
        followed = !event.defaultPrevented;
      },
      { capture: true },
    );
    tap(root, '[data-click=CLICK_VCARD]');
    expect(followed).toBe(true);
    expect(typesSent()).toEqual(['VIEW', 'CLICK_VCARD']);
    expect(made).toEqual([]);
  });

  it.each([
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
      true,
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1',
      true,
    ],
    [
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
      true,
    ],
    ['Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0', true],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 390.0',
      false,
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Safari/604.1 [FBAN/FBIOS;FBAV/520.0]',
      false,
    ],
    [
      'Mozilla/5.0 (Linux; Android 15; Pixel 9 Build/AP4A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/140.0.0.0 Mobile Safari/537.36',
      false,
    ],
  ])('knows of %s whether it saves files: %s', (userAgent, saves) => expect(savesFiles(userAgent)).toBe(saves));
});

describe('the language', () => {
  it('is passed on, without another view, and the focus stays on the switch', async () => {
    const chosen: string[] = [];
    const root = start('fr', async (language) => {
      chosen.push(language);
      root
        .querySelector('.pp-sheet')
        ?.replaceChildren(Object.assign(document.createElement('a'), { className: 'pp-language', href: '?lang=fr' }));
    });
    tap(root, '[data-language=en]');
    await waitFor(() => expect(document.activeElement?.getAttribute('href')).toBe('?lang=fr'));
    expect(chosen).toEqual(['en']);
    expect(typesSent()).toEqual(['VIEW']);
  });

  it('stays if anything else is tapped', () => {
    document.documentElement.dataset.language = 'fr';
    const onLanguage = vi.fn(async () => undefined);
    const root = start('fr', onLanguage);
    tap(root, '.pp-legal summary');
    expect(onLanguage).not.toHaveBeenCalled();
    delete document.documentElement.dataset.language;
  });

  it('stays if the texts cannot be fetched', async () => {
    const root = start('fr', () => Promise.reject(new Error('offline')));
    tap(root, '[data-language=en]');
    await Promise.resolve();
    expect(root.textContent).toContain('Enregistrer le contact');
  });

  const offered = (root: HTMLElement) =>
    [...root.querySelectorAll<HTMLElement>('[data-language]')].map(({ dataset }) => dataset.language);

  it.each([
    [['xx-XX', 'pt-BR', 'fr'], 'pt'],
    [['fr', 'ar'], 'ar'],
    [['en-US'], 'en'],
    [['xx'], 'en'],
  ])('that a browser with %j prefers is in view, and the others are folded', (languages, first) => {
    vi.stubGlobal('navigator', { ...navigator, languages });
    const root = start();
    expect(offered(root)[0]).toBe(first);
    expect(new Set(offered(root))).toEqual(new Set(languagesWith('page').filter((language) => language !== 'fr')));
    const inView = [...root.querySelectorAll('[data-language]')].filter((link) => link.closest('details') === null);
    expect(inView.length).toBe(1);
    expect(root.querySelector('.pp-languages [open]')).toBeNull();
  });

  it('list closes with Escape, which returns the focus, and with a click elsewhere', () => {
    const root = start();
    const list = root.querySelector<HTMLDetailsElement>('.pp-languages details');
    if (!list) throw new Error('no list');
    const press = (key: string) => document.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    list.open = true;
    press('Tab');
    tap(root, '.pp-languages summary path');
    // jsdom toggles it as a browser does.
    list.open = true;
    expect(list.open).toBe(true);
    press('Escape');
    expect([list.open, document.activeElement]).toEqual([false, list.querySelector('summary')]);
    list.open = true;
    tap(root, 'h1');
    expect(list.open).toBe(false);
  });
});

it('a broken picture reveals the initials', () => {
  const root = start();
  const picture = root.querySelector<HTMLImageElement>('.pp-portrait img');
  picture?.dispatchEvent(new Event('error'));
  expect(picture?.hidden).toBe(true);
});
