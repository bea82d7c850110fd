import { expect, test } from 'vitest';
import { call, callWithForm, logIn, pageIsKnown, pictureForm, readReport, SUPERADMIN, signUp } from '../src/api.ts';
import { type Hands, inOtherBrowsers, type Place } from '../src/hands.ts';

const NAME = 'Berline Zoé';
const PASSWORD = 'a long enough password';

/** Taps open other programs and sites; here only their recording matters. */
function stayHere({ run }: Hands): Promise<void> {
  return run(() => {
    document.addEventListener('click', (event) => {
      if ((event.target as Element).closest('a:not([download]):not([data-language])')) event.preventDefault();
    });
  });
}

async function newPage({
  product,
}: Place): Promise<{ readonly id: string; readonly counted: () => Promise<readonly number[]> }> {
  const { token } = await signUp(product.origin);
  const { body: picture } = await callWithForm(product.origin, '/api/pages/upload-image', pictureForm(), { token });
  const phone = '+33 6 39 98 00 01';
  const blocksJson = { name: NAME, phone, whatsapp: phone, email: 'zoe@example.fr', rideRequests: true };
  const input = { displayName: NAME, blocksJson, avatar: picture.imageUrl };
  const { body } = await call(product.origin, 'POST', '/api/pages', input, { token });
  const { id } = body.page;
  await pageIsKnown(product.origin, id);
  return {
    id,
    async counted() {
      const { views, clicksByType } = (await readReport(product.origin, token, id)).summary;
      return [views, clicksByType.call, clicksByType.whatsapp, clicksByType.vcard];
    },
  };
}

inOtherBrowsers((place) => {
  test('a passenger changes the language, calls, saves the contact and asks for a ride', async () => {
    const { origin, hands } = place;
    const { id, counted } = await newPage(place);
    await hands.open(`${origin}/d/${id}`);
    await hands.shows('h1', NAME);
    await hands.shows('html[lang=fr]');
    const photo = () => hands.run(() => document.querySelector<HTMLImageElement>('.pp-portrait img')?.naturalWidth);
    await expect.poll(photo).toBe(1);
    if (!(await hands.has('[data-language=en]:not(details *)'))) await hands.press('.pp-languages summary');
    await hands.press('[data-language=en]');
    await hands.shows('html[lang=en]');
    await hands.shows('h1', NAME);
    await stayHere(hands);
    await hands.press('.pp-call');
    await hands.press('.pp-save');
    await hands.shows('[role=status]', 'Open the file');
    const file = await fetch(`${origin}/d/${id}.vcf`);
    expect(await hands.downloaded('.vcf')).toBe(await file.text());
    await hands.press('.pp-ride');
    await hands.shows('dialog[open] h2', 'Request a ride');
    await hands.type('#ride-from', 'Gare de Lyon');
    await hands.shows('.ride-way[href*="Gare%20de%20Lyon"]');
    await hands.press('.ride-way', 'WhatsApp');
    await hands.press('.ride-close');
    await hands.hides('dialog');
    await expect.poll(counted).toEqual([1, 1, 1, 1]);
  });

  test('a page that was opened before shows without a network, and its events count once later', async () => {
    const { origin, network, hands } = place;
    const { id, counted } = await newPage(place);
    await hands.open(`${origin}/d/${id}`);
    await expect.poll(() => hands.run(async (path) => (await caches.match(path))?.ok, `/d/${id}`)).toBe(true);
    await hands.run(async () => void (await navigator.serviceWorker.ready));
    await expect.poll(counted).toEqual([1, 0, 0, 0]);
    network.cut();
    await hands.open(`${origin}/d/${id}?s=qr`);
    await hands.shows('h1', NAME);
    await stayHere(hands);
    await hands.press('.pp-call');
    const waiting = () => hands.run(async () => (await (await caches.open('volant-outbox')).keys()).length);
    await expect.poll(waiting).toBe(2);
    network.mend();
    await hands.run(() => void dispatchEvent(new Event('online')));
    await expect.poll(waiting).toBe(0);
    await expect.poll(counted).toEqual([2, 1, 0, 0]);
  });

  test('a driver signs up from a card, shows its code and reads its figures', async () => {
    const { origin, product, hands } = place;
    const admin = await logIn(product.origin, SUPERADMIN);
    const { body } = await call(product.origin, 'POST', '/api/admin/pages/bulk', { quantity: 1 }, { token: admin });
    const { id } = body.links[0];
    await hands.open(`${origin}/d/${id}?lang=en`);
    await hands.press('main button', 'Sign up');
    const username = `d${Date.now().toString(36)}`;
    await hands.shows('input[name=email]');
    await hands.type('input[name=email]', `${username}@example.com`);
    await hands.type('input[name=username]', username);
    await hands.type('input[name=password]', PASSWORD);
    await hands.type('input[name=confirmPassword]', PASSWORD);
    await hands.press('main button', 'Create my account');
    // The steps stand open instead of the list.
    await hands.press('main button', 'Skip this step');
    await hands.type('input[name=name]', 'Zoé First');
    await hands.press('main button', 'Continue');
    await hands.type('input[name=phone]', '0639980007');
    await hands.press('main button', 'Finish');
    await hands.shows('h2', 'Show it to somebody');
    await hands.press('main button', 'Your Pages');
    await hands.shows('article', id);

    await hands.press('article .code-card button');
    await hands.shows('.show-card:popover-open svg');
    await hands.press('.show-card button', 'Back');
    await hands.hides('.show-card:popover-open');
    await hands.press('article button', 'Share');
    await hands.shows('[role=dialog]', id);
    await hands.press('[role=dialog] button[aria-label]', 'Close');
    await hands.hides('[role=dialog]');

    await hands.press('article button', 'Analytics');
    await hands.shows('[role=dialog]', 'Views');
    await hands.press('[role=dialog] summary');
    await hands.shows('[role=dialog] td');
  });
});
