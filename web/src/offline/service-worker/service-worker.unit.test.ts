import { beforeEach, expect, it, vi } from 'vitest';
import { fakeCaches } from '../../testing/fake-caches.ts';
import { openDocument, openFile } from './answers.ts';
import { copyOf, keepPage } from './copies.ts';

const PAGE = '<body data-page="zoe">';
const network = vi.fn<(address: string | Request) => Promise<Response>>();
const openAnew = vi.fn(async () => undefined);
const html = (text: string, status = 200) => new Response(text, { status });

beforeEach(() => {
  fakeCaches();
  openAnew.mockClear();
  network.mockReset().mockImplementation(async (address) => html(`${PAGE} ${address}`));
  vi.stubGlobal('fetch', network);
});

const keep = (id = 'zoe', files: readonly string[] = []) => keepPage({ documents: [`/d/${id}`], files });
const at = (address: string) => location.origin + address;
const textOf = async (response: Promise<Response | undefined> | undefined) => (await response)?.text();

async function open(address: string, response: Promise<Response>) {
  const { answer, rest } = openDocument({ address: at(address), network: response, openAnew });
  const text = await answer.then(
    (given) => given.text(),
    (error: Error) => error.message,
  );
  await rest;
  return text;
}

it.each(['/d/zoe', '/d/zoe?s=qr', '/d/ZOE.html', '/d/zoe?lang=nl'])(
  'shows the copy at %s without a network',
  async (address) => {
    await keep();
    expect(await open(address, Promise.reject(new TypeError('offline')))).toBe(`${PAGE} /d/zoe`);
  },
);

it('shows the copy in its language', async () => {
  await keepPage({ documents: ['/d/zoe', '/d/zoe?lang=en'], files: [] });
  expect(await textOf(copyOf(at('/d/zoe?lang=en&s=qr')))).toBe(`${PAGE} /d/zoe?lang=en`);
  expect(await textOf(copyOf(at('/d/zoe?s=qr')))).toBe(`${PAGE} /d/zoe`);
});

it('fails as the network does for a page that was not opened before', async () => {
  await keep();
  expect(await open('/d/lea', Promise.reject(new TypeError('offline')))).toBe('offline');
});

it('prefers the network, and keeps the copy of a page that is shown', async () => {
  await keep();
  expect(await open('/d/zoe', Promise.resolve(html(`${PAGE} new`)))).toBe(`${PAGE} new`);
  expect(await copyOf(at('/d/zoe'))).toBeDefined();
});

it.each([
  ['an inactive page', () => html('<body>')],
  ['an unknown page', () => html('<body>', 404)],
])('drops the copy of %s', async (_, response) => {
  await keep();
  await open('/d/zoe', Promise.resolve(response()));
  expect(await copyOf(at('/d/zoe'))).toBeUndefined();
  expect(openAnew).not.toHaveBeenCalled();
});

it('shows the copy instead of an error of the server', async () => {
  await keep();
  expect(await open('/d/zoe', Promise.resolve(html('down', 503)))).toBe(`${PAGE} /d/zoe`);
  expect(await open('/d/lea', Promise.resolve(html('down', 503)))).toBe('down');
});

it('shows the copy if the network is slow, and opens the page anew if it is inactive', async () => {
  await keep();
  vi.useFakeTimers();
  const slow = new Promise<Response>((resolve) => setTimeout(() => resolve(html('<body>')), 5_000));
  const { answer, rest } = openDocument({ address: at('/d/zoe'), network: slow, openAnew });
  await vi.advanceTimersByTimeAsync(4_000);
  expect(await textOf(answer)).toBe(`${PAGE} /d/zoe`);
  await vi.advanceTimersByTimeAsync(1_000);
  await rest;
  expect(openAnew).toHaveBeenCalledOnce();
});

it('keeps the screen with the pages of a driver, which is the same for everybody', async () => {
  await keepPage({ documents: ['/dashboard'], files: [] });
  await open('/dashboard', Promise.resolve(html('<body>')));
  expect(await open('/dashboard', Promise.reject(new TypeError('offline')))).toBe(`${PAGE} /dashboard`);
});

it('keeps the twelve pages that were opened last', async () => {
  for (let number = 1; number <= 12; number += 1) await keep(`page-${number}`);
  await keep('page-1');
  await keep('page-13');
  expect(await copyOf(at('/d/page-2'))).toBeUndefined();
  expect(await copyOf(at('/d/page-1'))).toBeDefined();
  expect(await copyOf(at('/d/page-13'))).toBeDefined();
});

it('keeps the copy if the page cannot be fetched again', async () => {
  await keep();
  network.mockResolvedValue(html('', 500));
  await keep();
  expect(await copyOf(at('/d/zoe'))).toBeDefined();
});

it('answers files from the copy if their names have a hash, else only without a network', async () => {
  await keep('zoe', [at('/assets/a.js'), at('/icons/phone.svg'), at('/uploads/huge.jpg')]);
  network.mockReset().mockImplementation(async () => html('network'));
  const ask = (address: string) => textOf(openFile({ url: at(address) } as Request));
  expect(await ask('/assets/a.js')).toContain(PAGE);
  expect(await ask('/icons/phone.svg')).toBe('network');
  network.mockRejectedValue(new TypeError('offline'));
  expect(await ask('/icons/phone.svg')).toContain(PAGE);
  await expect(ask('/icons/star.svg')).rejects.toThrow('offline');
});

it('does not keep a large file, nor one that cannot be fetched', async () => {
  network.mockImplementation(async (address) => {
    if (String(address).endsWith('gone.js')) throw new TypeError('gone');
    return html(String(address).endsWith('huge.jpg') ? 'x'.repeat(1024 * 1024 + 1) : PAGE);
  });
  await keep('zoe', [at('/uploads/huge.jpg'), at('/assets/gone.js')]);
  network.mockReset().mockImplementation(async () => html('network'));
  expect(await textOf(openFile({ url: at('/uploads/huge.jpg') } as Request))).toBe('network');
  expect(await textOf(openFile({ url: at('/assets/gone.js') } as Request))).toBe('network');
  expect(await copyOf(at('/d/zoe'))).toBeDefined();
});
