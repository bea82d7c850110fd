import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openPages, type PagesFixture, tokenOf } from '../testing/pages-fixture.ts';

const CREATE = 'mutation($input: PageInput!) { createPage(input: $input) { id avatar } }';
const UPDATE = 'mutation($id: ID!, $input: PageInput!) { updatePage(id: $id, input: $input) { avatar version } }';
const HOUR = 60 * 60 * 1000;
const ana = tokenOf('ana');
const ben = tokenOf('ben');
const admin = tokenOf('admin', 'ADMIN');
const input = { displayName: 'Berline Démo', profile: { name: 'Ana Démo' } };

let pages: PagesFixture;
beforeEach(async () => {
  pages = await openPages();
});
afterEach(() => pages.close());

const stored = (path: string) => pages.ports.objects.get(path.slice(1));
const made = async (avatar: string | null = null): Promise<string> =>
  (await pages.run(ana, CREATE, { input: { ...input, avatar } })).data.createPage.id;

async function tidied(): Promise<void> {
  await pages.restart();
}

describe('picture', () => {
  it('is re-encoded, stored under an unguessable name, and shown by the page that uses it', async () => {
    const path = await pages.upload(ana);
    expect(path).toMatch(/^\/uploads\/[0-9a-f]{32}\.jpg$/);
    expect((await stored(path))?.contentType).toBe('image/jpeg');
    const id = await made(path);
    const changed = await pages.run(ana, UPDATE, { id, input: { avatar: await pages.upload(ana) } });
    expect(changed.data.updatePage.avatar).not.toBe(path);
  });

  it('requires a session before a byte is read', async () => {
    for (const token of [undefined, 'nobody']) {
      let read = false;
      async function* body() {
        read = true;
        yield Buffer.from('x');
      }
      const call = { token, language: 'fr', clientAddress: '', correlationId: 'c', idempotencyKey: undefined } as const;
      await expect(pages.pages().uploadImage({ body: body(), call })).rejects.toMatchObject({
        code: 'UNAUTHENTICATED',
      });
      expect(read).toBe(false);
    }
  });

  it('has a path that its mutation returns only to its uploader', async () => {
    const image = await pages.upload(ana);
    const upload = (token: string | undefined, path = image) =>
      pages.run(token, 'mutation($image: Upload!) { uploadPageImage(image: $image) { imageUrl } }', { image: path });
    expect((await upload(ana)).data.uploadPageImage).toEqual({ imageUrl: image });
    for (const token of [ben, admin]) expect(await upload(token)).toMatchObject({ code: 'VALIDATION_FAILED' });
    expect(await upload(undefined)).toMatchObject({ code: 'UNAUTHENTICATED' });
    for (const path of [`/uploads/${'0'.repeat(32)}.jpg`, 'https://site.example/a.jpg', '']) {
      expect(await upload(ana, path)).toMatchObject({ code: 'VALIDATION_FAILED', status: 400 });
    }
  });

  it('can be uploaded 30 times an hour by one person', async () => {
    const bytes = Buffer.from('<svg/>');
    for (let time = 0; time < 30; time += 1) {
      await expect(pages.upload(ana, bytes)).rejects.toMatchObject({ code: 'IMAGE_INVALID' });
    }
    await expect(pages.upload(ana)).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      retryAfterSeconds: expect.any(Number),
    });
    await expect(pages.upload(ben)).resolves.toContain('/uploads/');
  });

  it('can be used for its uploader’s pages and by administrators', async () => {
    const path = await pages.upload(ben);
    expect(await pages.run(ana, CREATE, { input: { ...input, avatar: path } })).toMatchObject({
      code: 'IMAGE_NOT_FOUND',
      status: 400,
    });
    const id = await made();
    const take = (token: string) => pages.run(token, UPDATE, { id, input: { avatar: path } });
    expect((await take(ana)).code).toBe('IMAGE_NOT_FOUND');
    expect((await take(ben)).code).toBe('PAGE_NOT_FOUND');
    expect((await take(admin)).data.updatePage.avatar).toBe(path);
    // The owner, who did not upload it, sends it along with the rest.
    expect((await take(ana)).data.updatePage).toMatchObject({ avatar: path, version: 2 });
  });

  it('must have been uploaded here', async () => {
    const id = await made();
    const none = `/uploads/${'0'.repeat(32)}.jpg`;
    expect((await pages.run(ana, UPDATE, { id, input: { avatar: none } })).code).toBe('IMAGE_NOT_FOUND');
    for (const avatar of ['https://evil.example/a.jpg', '//evil.example/a.jpg', '/uploads/../a.jpg', 'javascript:1']) {
      expect(await pages.run(ana, UPDATE, { id, input: { avatar } })).toMatchObject({ code: 'VALIDATION_FAILED' });
    }
  });
});

describe('unused picture', () => {
  it('is deleted after a day, and refused for pages shortly before', async () => {
    const unused = await pages.upload(ana);
    const used = await pages.upload(ana);
    const id = await made(used);
    pages.advance(23 * HOUR);
    await tidied();
    expect(await stored(unused)).toBeDefined();
    expect((await pages.run(ana, UPDATE, { id, input: { avatar: unused } })).code).toBe('IMAGE_NOT_FOUND');
    pages.advance(1.1 * HOUR);
    await tidied();
    expect(await stored(unused)).toBeUndefined();
    expect(await stored(used)).toBeDefined();
    expect(JSON.stringify(await pages.ports.eventStore.readAll(0, 1000))).not.toContain(unused);
  });

  it('is deleted also after it was replaced or removed', async () => {
    const [first, second] = [await pages.upload(ana), await pages.upload(ana)];
    const id = await made(first);
    await pages.run(ana, UPDATE, { id, input: { avatar: second } });
    pages.advance(25 * HOUR);
    await tidied();
    expect(await stored(first)).toBeUndefined();
    expect(await stored(second)).toBeDefined();
    await pages.run(ana, UPDATE, { id, input: { avatar: null } });
    await tidied();
    expect(await stored(second)).toBeUndefined();
  });
});
