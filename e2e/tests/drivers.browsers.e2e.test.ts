import sharp from 'sharp';
import { expect, test } from 'vitest';
import { call, eventually, logIn, type Person, pageIsKnown, readReport, SUPERADMIN, signUp } from '../src/api.ts';
import { type Hands, inOtherBrowsers, type Place, signIn } from '../src/hands.ts';

const NAME = 'Berline Zoé';
const PHONE = '+33 6 39 98 00 07';
const NAVY = '#1e3a8a';

async function send({ product }: Place, method: string, path: string, body: object | undefined, by: string) {
  const answer = await call(product.origin, method, path, body, { token: by });
  if (answer.status >= 400) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

async function freeCards(place: Place, quantity: number): Promise<readonly string[]> {
  const admin = await logIn(place.product.origin, SUPERADMIN);
  const { links } = await send(place, 'POST', '/api/admin/pages/bulk', { quantity }, admin);
  return links.map(({ id }: { id: string }) => id);
}

/** A driver who is signed in, with a card, and further cards that are free. */
async function driverWithCard(
  place: Place,
  free = 0,
): Promise<{ readonly driver: Person; readonly id: string; readonly others: readonly string[] }> {
  const driver = await signUp(place.product.origin);
  const [id = '', ...others] = await freeCards(place, 1 + free);
  await send(place, 'POST', `/api/pages/${id}/claim`, {}, driver.token);
  await signIn(place, driver, place.hands);
  return { driver, id, others };
}

/** The same with a page that passengers can use. */
async function driverWithPage(place: Place, free = 0) {
  const owner = await driverWithCard(place, free);
  const content = { displayName: NAME, blocksJson: { name: NAME, phone: PHONE } };
  await send(place, 'PATCH', `/api/pages/${owner.id}`, content, owner.driver.token);
  return owner;
}

/** Answers of the public address of a card, in one text. */
async function everythingPublic({ product }: Place, id: string): Promise<string> {
  const answers = await Promise.all(
    [`/d/${id}`, `/api/public/pages/${id}`].map((path) => fetch(product.origin + path)),
  );
  return (await Promise.all(answers.map((answer) => answer.text()))).join('\n');
}
const expectShown = (place: Place, id: string, text: string) =>
  expect.poll(() => everythingPublic(place, id)).toContain(text);

/** Whether the card shows its back. */
function isTurned({ run }: Hands): Promise<boolean> {
  return run(() => {
    const card = document.querySelector('.turn');
    card?.scrollIntoView({ block: 'center', behavior: 'instant' });
    const { left, top, width, height } = card?.getBoundingClientRect() ?? new DOMRect();
    return Boolean(document.elementFromPoint(left + width / 2, top + height / 2)?.closest('.turn__back'));
  });
}

inOtherBrowsers((place) => {
  test('a new driver gives photo, name and number, and the card turns over', async () => {
    const { origin, hands } = place;
    const { id } = await driverWithCard(place);
    await hands.open(`${origin}/editor/${id}`);
    await hands.shows('legend', 'Step 1 of 3');
    const photo = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#1d4ed8' } })
      .png()
      .toBuffer();
    await hands.choose(photo, 'me.png', 'image/png');
    await hands.press('button', 'Continue');
    await hands.shows('legend', 'Step 2 of 3');
    await hands.type('input[name=name]', NAME);
    await hands.shows('.live-card__name', NAME);
    await hands.press('button', 'Continue');
    await hands.shows('legend', 'Step 3 of 3');
    await hands.type('input[name=phone]', '0639980007');
    await hands.press('button', 'Finish');
    await hands.shows('h2', 'Show it to somebody');
    await expect.poll(() => isTurned(hands)).toBe(true);
    await expectShown(place, id, PHONE);

    await hands.open(`${origin}/d/${id}`);
    await hands.shows('h1', NAME);
    const width = () => hands.run(() => document.querySelector<HTMLImageElement>('.pp-portrait img')?.naturalWidth);
    await expect.poll(width).toBeGreaterThan(0);

    // The accent of the photo, then another, and an item with one tap.
    await hands.open(`${origin}/editor/${id}`);
    await hands.press('summary', 'Style');
    await hands.press('button', 'Take the colour of the photo');
    const accent = () => hands.run(() => document.querySelector<HTMLInputElement>('[name=accent]:checked')?.value);
    await expect.poll(accent).toMatch(/^#[0-9a-f]{6}$/);
    expect(await accent()).not.toBe(NAVY);
    await hands.press('.accent-choice__color', 'Navy');
    await expect.poll(accent).toBe(NAVY);
    await hands.press('.item-chip', 'Languages');
    await hands.shows('.custom-item', 'Incomplete');
    await hands.type('[name="customFields.0.value"]', 'French, English');
    await hands.press('button[type=submit]', 'Save');
    await hands.shows('[role=status]', 'Page saved');
    await expectShown(place, id, 'French, English');
    await hands.open(`${origin}/d/${id}`);
    await hands.shows('.pp', 'French, English');
    const color = () =>
      hands.run(() => getComputedStyle(document.querySelector('.pp-portrait') as Element).backgroundColor);
    await expect.poll(color).toBe('rgb(30, 58, 138)');
  });

  test('a driver reports a card lost and found, replaces it and gives the page back', async () => {
    const { origin, hands } = place;
    const { id, others, driver } = await driverWithPage(place, 1);
    const [by = ''] = others;
    await hands.open(`${origin}/cards/${id}`);
    await hands.press('article button', 'Report it lost');
    await hands.shows('article button', 'I found it');
    const passenger = await place.another();
    await passenger.open(`${origin}/d/${id}?lang=en`);
    await passenger.shows('h1', 'This card has been reported lost');
    expect(await everythingPublic(place, id)).not.toContain(NAME);
    await hands.press('article button', 'I found it');
    await hands.shows('article button', 'Report it lost');
    await passenger.open(`${origin}/d/${id}?lang=en`);
    await passenger.shows('h1', NAME);

    await hands.press('article button', 'Replace');
    await hands.shows('[role=dialog] input');
    await hands.type('[role=dialog] input', by);
    await hands.press('[role=dialog] button', 'Replace');
    await hands.shows('article', by);
    await passenger.open(`${origin}/d/${by}?lang=en`);
    await passenger.shows('h1', NAME);
    await passenger.open(`${origin}/d/${id}?lang=en`);
    await passenger.shows('h1', 'This card has been replaced');

    const [another = ''] = await freeCards(place, 1);
    await send(place, 'POST', `/api/pages/${another}/claim`, {}, driver.token);
    await hands.open(`${origin}/cards/${another}`);
    await hands.press('.cards__title button', 'More');
    await hands.press('button', 'Give the page back');
    await hands.press('[role=alertdialog] button', 'Give the page back');
    await hands.shows('h1', 'Your Pages');
    await passenger.open(`${origin}/d/${another}?lang=en`);
    await passenger.shows('h1', 'This card is waiting for its driver');
  });

  test('a driver hands a card over to somebody with another browser, who gets it empty', async () => {
    const { origin, hands } = place;
    const { id } = await driverWithPage(place);
    await hands.open(`${origin}/cards/${id}`);
    await hands.press('button', 'Make a link');
    await hands.shows('.cards__link', '/handover?token=');
    const link = await hands.run(() => document.querySelector('.cards__link')?.textContent ?? '');
    const next = await place.another();
    await signIn(place, await signUp(place.product.origin), next);
    await next.open(link);
    await next.press('button', 'Accept the card');
    await next.shows('legend', 'Step 1 of 3');
    expect(await next.run(() => location.pathname)).toBe(`/editor/${id}`);
    await expect.poll(() => everythingPublic(place, id)).not.toContain(NAME);
    await hands.open(`${origin}/cards/${id}`);
    await hands.hides('article');
    await hands.shows('[role=alert]');
  });

  test('a driver reads the history and puts an earlier version back', async () => {
    const { origin, hands } = place;
    const { id, driver } = await driverWithPage(place);
    const { version } = await send(place, 'GET', `/api/pages/${id}/history`, undefined, driver.token).then(
      ({ changes }) => changes[0],
    );
    const changed = { displayName: 'Van Léa', blocksJson: { name: 'Van Léa', phone: PHONE } };
    await send(place, 'PATCH', `/api/pages/${id}`, changed, driver.token);
    await hands.open(`${origin}/history/${id}`);
    await hands.shows('article', 'Van Léa');
    await hands.press('button', `Put back version ${version}`);
    await hands.press('[role=alertdialog] button', 'Put back');
    await hands.shows('article', `Content of version ${version} put back`);
    await expectShown(place, id, NAME);
    expect(await everythingPublic(place, id)).not.toContain('Van Léa');
  });

  test('a driver reads the figures of another period and saves them as files', async () => {
    const { origin, product, hands } = place;
    const { id, driver } = await driverWithPage(place);
    await pageIsKnown(product.origin, id);
    for (const type of ['VIEW', 'VIEW', 'CLICK_CALL']) {
      await call(product.origin, 'POST', '/api/public/events', { pageId: id, type });
    }
    await eventually(
      () => readReport(product.origin, driver.token, id),
      ({ summary }) => summary.views === 2 && summary.clicksByType.call === 1,
    );
    await hands.open(`${origin}/dashboard`);
    await hands.press('article button', 'Analytics');
    await hands.press('.periods__choice', 'A year');
    await hands.shows('[role=dialog]', 'The last 12 months');
    await hands.press('[role=dialog] summary', 'Details');
    await hands.press('[role=dialog] button', 'CSV');
    // A page of today is compared with nothing.
    const rows = (await hands.downloaded('.csv')).split('\r\n');
    expect(rows).toEqual(expect.arrayContaining(['Totals,Views,2,', 'Totals,All clicks,1,']));
    await hands.press('[role=dialog] button', 'JSON');
    expect(JSON.parse(await hands.downloaded('.json'))).toMatchObject({
      page: id,
      period: 'YEAR',
      summary: { views: 2, clicks: 1 },
    });
  });

  test('a driver who once opened Share shows the code without a network', async () => {
    const { origin, network, hands } = place;
    const { id } = await driverWithPage(place);
    await hands.open(`${origin}/dashboard`);
    await hands.press('article button', 'Share');
    await hands.shows('[role=dialog] svg');
    const isCached = () => hands.run(async () => (await caches.match('/dashboard')) !== undefined);
    await expect.poll(isCached).toBe(true);
    await hands.run(async () => void (await navigator.serviceWorker.ready));
    network.cut();
    await hands.open(`${origin}/dashboard`);
    await hands.shows('h2', 'Your cards, without a network');
    await hands.press('.offline-cards button', 'Share');
    await hands.press('[role=dialog] button', 'Show full screen');
    await hands.shows('.show-card:popover-open svg');
    await hands.shows('.show-card__address', `/d/${id}`);
  });
});
