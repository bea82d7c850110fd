import { readFile } from 'node:fs/promises';
import ICAL from 'ical.js';
import type { BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ReadContact } from '../../scripts/servers/vcard-readers.ts';
import { contactSamples } from '../src/contact-files.ts';
import { type DemoInBrowser, openSharedDemo } from '../src/demo-in-browser.ts';
import { useSharedProduct } from '../src/shared-product.ts';

const PAGES = ['demo-berline', 'demo-van', 'demo-taxi'];

describe('the contact file of a page', () => {
  let demo: DemoInBrowser;
  beforeAll(async () => {
    demo = await openSharedDemo();
  });
  afterAll(() => demo.close());

  const fromServer = async (id: string) => {
    const answer = await fetch(`${demo.product.origin}/d/${id}.vcf`);
    return Buffer.from(await answer.arrayBuffer());
  };

  async function saved(id: string, options: BrowserContextOptions) {
    const context = await demo.browser.newContext({ viewport: { width: 360, height: 640 }, ...options });
    const page = await context.newPage();
    const requested: string[] = [];
    page.on('request', (request) => requested.push(new URL(request.url()).pathname));
    await page.goto(`${demo.product.origin}/d/${id}`);
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Enregistrer le contact' }).click();
    const file = await download;
    const result = { name: file.suggestedFilename(), bytes: await readFile(await file.path()), requested };
    await context.close();
    return result;
  }

  test.each(PAGES)('%s is the same from the browser and from the server, with a photo', async (id) => {
    const expected = await fromServer(id);
    expect(String(expected)).toContain('PHOTO;ENCODING=b;TYPE=JPEG:');
    const made = await saved(id, {});
    expect(made.requested).not.toContain(`/d/${id}.vcf`);
    const downloaded = await saved(id, { javaScriptEnabled: false });
    const inApp = await saved(id, { userAgent: 'Mozilla/5.0 (Linux; Android 15; Pixel 9; wv) Chrome/140.0 Mobile' });
    expect(inApp.requested).toContain(`/d/${id}.vcf`);
    for (const { name, bytes } of [made, downloaded, inApp]) {
      expect(name).toBe(made.name);
      expect(name).toMatch(/ Démo\.vcf$/);
      expect(bytes.equals(expected)).toBe(true);
    }
  });
});

describe('ical.js', () => {
  const product = useSharedProduct();

  test('reads every contact', async () => {
    for (const { title, file, expected } of await contactSamples(product.origin)) {
      expect({ title, ...read(file) }).toEqual({ title, ...expected });
    }
  });
});

function read(file: string): ReadContact {
  const card = new ICAL.Component(ICAL.parse(file));
  // ical.js leaves the semicolons of vCard 3.0 escaped.
  const first = (name: string) => String(card.getFirstPropertyValue(name) ?? '').replaceAll('\\;', ';');
  const groupOf = (property: ICAL.Property) => property.getFirstParameter('group');
  const labels = new Map(card.getAllProperties('x-ablabel').map((one) => [groupOf(one), String(one.getFirstValue())]));
  const labelled = (name: string) =>
    card
      .getAllProperties(name)
      .map((one) => [String(one.getFirstValue()), labels.get(groupOf(one) ?? '-') ?? ''] as const);
  return {
    version: first('version'),
    name: first('fn'),
    company: first('org'),
    numbers: labelled('tel'),
    emails: labelled('email').map(([email]) => email),
    urls: labelled('url'),
    note: first('note'),
    photo: first('photo'),
  };
}
