import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSupport, type SupportFixture, tokenOf } from '../testing/support-fixture.ts';
import { ANNOUNCED_AT_ONCE, CHANGES_PER_HOUR } from './feature.ts';

const HOUR = 60 * 60 * 1000;
const FIELDS = 'id version texts { language text } from end audience level';
const MINE = `{ announcements { ${FIELDS} } }`;
const LIST = `{ allAnnouncements { ${FIELDS} changes { act at by { id } } } }`;
const CREATE = `mutation($input: AnnouncementInput!) { createAnnouncement(input: $input) { ${FIELDS} } }`;
const CHANGE = `mutation($id: ID!, $input: AnnouncementInput!) { changeAnnouncement(id: $id, input: $input) { ${FIELDS} } }`;
const END = 'mutation($id: ID!) { endAnnouncement(id: $id) { id end } }';

const admin = tokenOf('admin', 'ADMIN');
const driver = tokenOf('driver');

let support: SupportFixture;
beforeAll(async () => {
  support = await openSupport();
});
afterAll(() => support.close());

const texts = (en: string) => [
  { language: 'fr', text: 'Maintenance dimanche.' },
  { language: 'en', text: en },
];
/** Hours from now. */
function input(en: string, changes: object = {}, [from, end]: readonly [number, number] = [0, 1]) {
  const at = (hours: number) => new Date(support.ports.clock().getTime() + hours * HOUR).toISOString();
  const begins = from === 0 ? {} : { from: at(from) };
  return { texts: texts(en), ...begins, end: at(end), audience: 'EVERYBODY', level: 'INFORMATION', ...changes };
}
async function create(...given: Parameters<typeof input>): Promise<string> {
  return (await support.run(admin, CREATE, { input: input(...given) })).data.createAnnouncement.id;
}
async function seenBy(token: string): Promise<string[]> {
  const { data } = await support.run(token, MINE);
  return data.announcements.map((one: { texts: { text: string }[] }) => one.texts[1]?.text);
}
const end = (id: string) => support.run(admin, END, { id });

describe('an announcement', () => {
  it('is seen by its audience from its beginning to its end, important ones first', async () => {
    await create('For drivers', { audience: 'DRIVERS' });
    await create('For the team', { audience: 'STAFF' });
    await create('For everybody', { level: 'IMPORTANT' });
    expect(await seenBy(driver)).toEqual(['For everybody', 'For drivers']);
    for (const role of ['SUPPORT', 'ADMIN', 'SUPERADMIN'] as const) {
      expect(await seenBy(tokenOf('staff', role))).toEqual(['For everybody', 'For the team']);
    }
    support.advance(HOUR);
    expect(await seenBy(driver)).toEqual([]);
    await create('Later', {}, [1, 2]);
    expect(await seenBy(driver)).toEqual([]);
    support.advance(HOUR);
    expect(await seenBy(driver)).toEqual(['Later']);
    support.advance(HOUR);
    expect(await seenBy(driver)).toEqual([]);
  });

  it('is created once for a key, and its changes say who and when', async () => {
    const form = input('Before');
    const first = await support.run(admin, CREATE, { input: form }, { idempotencyKey: 'k-1' });
    support.advance(60_000);
    const again = await support.run(admin, CREATE, { input: form }, { idempotencyKey: 'k-1' });
    expect(again.data).toEqual(first.data);
    const { id, version } = first.data.createAnnouncement;
    const superadmin = tokenOf('root', 'SUPERADMIN');
    const changed = await support.run(superadmin, CHANGE, { id, input: input('After') });
    expect(changed.data.changeAnnouncement.version).toBeGreaterThan(version);
    expect(await seenBy(driver)).toEqual(['After']);
    support.advance(60_000);
    await end(id);
    expect(await seenBy(driver)).toEqual([]);
    const [newest] = (await support.run(admin, LIST)).data.allAnnouncements;
    expect(newest.id).toBe(id);
    expect(newest.changes.map(({ act, by }: { act: string; by: { id: string } }) => [act, by.id])).toEqual([
      ['ENDED', 'admin'],
      ['CHANGED', 'root'],
      ['WRITTEN', 'admin'],
    ]);
    expect(newest.changes[0].at).toBe(newest.end);
    expect(await support.run(admin, CHANGE, { id, input: form })).toMatchObject({
      code: 'ANNOUNCEMENT_OVER',
      status: 409,
    });
  });

  it('is refused beyond the maximum if several come at once', async () => {
    const inputs = Array.from({ length: 10 }, (_, number) => input(`at once ${number}`, {}, [15, 16]));
    const answers = await Promise.all(inputs.map((each) => support.run(admin, CREATE, { input: each })));
    expect(answers.filter(({ code }) => code === undefined)).toHaveLength(ANNOUNCED_AT_ONCE);
    expect(answers.filter(({ code }) => code === 'TOO_MANY_ANNOUNCEMENTS')).toHaveLength(10 - ANNOUNCED_AT_ONCE);
  });

  it('is refused when the maximum is already visible at that time', async () => {
    const ids: string[] = [];
    for (let number = 0; number < ANNOUNCED_AT_ONCE; number += 1) ids.push(await create(`${number}`, {}, [5, 6]));
    const further = input('further', {}, [5, 7]);
    expect(await support.run(admin, CREATE, { input: further })).toMatchObject({
      code: 'TOO_MANY_ANNOUNCEMENTS',
      status: 409,
    });
    ids.push(await create('afterwards', {}, [6, 7]));
    const [first = ''] = ids;
    expect((await support.run(admin, CHANGE, { id: first, input: input('0', {}, [5, 6]) })).code).toBeUndefined();
    await end(first);
    const made = await support.run(admin, CREATE, { input: further });
    expect(made.code).toBeUndefined();
    for (const id of [...ids, made.data.createAnnouncement.id]) await end(id);
  });

  it('is written and listed by administrators only, and read by everybody signed in', async () => {
    const calls = [
      [LIST, {}],
      [CREATE, { input: input('x') }],
      [CHANGE, { id: 'x', input: input('x') }],
      [END, { id: 'x' }],
      ['{ announcements { changes { act } } }', {}],
    ] as const;
    const id = await create('Whose changes are not shown');
    for (const [query, variables] of calls) {
      for (const token of [driver, tokenOf('sup', 'SUPPORT')]) {
        expect((await support.run(token, query, variables)).code).toBe('FORBIDDEN');
      }
      expect((await support.run(undefined, query, variables)).code).toBe('UNAUTHENTICATED');
    }
    await end(id);
    for (const query of [CHANGE, END]) {
      const refused = await support.run(admin, query, { id: 'nothing', input: input('x') });
      expect(refused).toMatchObject({ code: 'ANNOUNCEMENT_NOT_FOUND', status: 404 });
    }
  });
});

it('an administrator changes announcements 60 times an hour', async () => {
  const author = tokenOf('author', 'ADMIN');
  const { data } = await support.run(author, CREATE, { input: input('First', {}, [10, 11]) });
  const { id } = data.createAnnouncement;
  const codes: (string | undefined)[] = [];
  for (let time = 1; time <= CHANGES_PER_HOUR; time += 1) {
    codes.push((await support.run(author, CHANGE, { id, input: input(`Change ${time}`, {}, [10, 11]) })).code);
  }
  expect(codes.filter((code) => code !== undefined)).toEqual(['TOO_MANY_CHANGES']);
});
