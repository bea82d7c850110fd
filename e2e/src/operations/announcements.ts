import type { Peopled } from '../world.ts';
import { CHANGES, changeOften, type MadeRestCall, type Operations, once } from './operation.ts';

const HOUR = 60 * 60 * 1000;
const texts = [
  { language: 'fr', text: 'Maintenance dimanche.' },
  { language: 'en', text: 'Maintenance on Sunday.' },
];

let made = 0;
/** Each has hours of its own, because few may share time. */
function announcement() {
  made += 1;
  const from = new Date(Date.now() + made * 2 * HOUR);
  const end = new Date(from.getTime() + HOUR);
  return { texts, from: from.toISOString(), end: end.toISOString(), audience: 'STAFF', level: 'INFORMATION' };
}

const path = '/api/admin/announcements';

async function newId({ api, people }: Peopled): Promise<string> {
  return (await api('POST', path, announcement(), people.admin.token)).announcement.id;
}

const someId = once(newId);

const overId = once(async (there) => {
  const id = await newId(there);
  await there.api('POST', `${path}/${id}/end`, {}, there.people.admin.token);
  return id;
});

/** An administrator who has reached the limit of changes, and an announcement. */
const busyAdmin = once(async (there) => {
  const { api, people, world } = there;
  const { id: userId, ...admin } = await world.driver();
  await api('PATCH', `/api/admin/users/${userId}/role`, { role: 'ADMIN' }, people.superadmin.token);
  const token = await there.signIn(admin);
  const id = await newId(there);
  const body = announcement();
  await changeOften(CHANGES.announcements, (time) =>
    api('PUT', `${path}/${id}`, { ...body, level: time % 2 === 0 ? 'IMPORTANT' : 'INFORMATION' }, token),
  );
  return { token, path: `${path}/${id}` };
});

const contentRefusals = (at: MadeRestCall): Readonly<Record<string, MadeRestCall>> => ({
  ANNOUNCEMENT_INCOMPLETE: async (there) => ({
    ...(await at(there)),
    body: { ...announcement(), texts: texts.slice(1) },
  }),
  ANNOUNCEMENT_PERIOD: async (there) => ({
    ...(await at(there)),
    body: { ...announcement(), end: '2020-01-01T00:00:00.000Z' },
  }),
  MESSAGE_TOO_LONG: async (there) => ({
    ...(await at(there)),
    body: { ...announcement(), texts: texts.map((one) => ({ ...one, text: 'x'.repeat(2_000) })) },
  }),
});

const some: MadeRestCall = async (there) => ({ path: `${path}/${await someId(there)}`, body: announcement() });

export const ANNOUNCEMENTS: Operations = {
  announcements: { who: 'signed-in', graph: { field: 'Query.announcements' } },
  allAnnouncements: { who: 'admin', rest: { call: () => ({}) }, graph: { field: 'Query.allAnnouncements' } },
  createAnnouncement: {
    who: 'admin',
    rest: {
      call: () => ({ body: announcement() }),
      refusals: {
        ...contentRefusals(() => ({})),
        TOO_MANY_CHANGES: async (there) => ({ token: (await busyAdmin(there)).token, body: announcement() }),
      },
    },
    graph: { field: 'Mutation.createAnnouncement', variables: () => ({ input: announcement() }) },
  },
  changeAnnouncement: {
    who: 'admin',
    rest: {
      call: some,
      refusals: {
        ...contentRefusals(some),
        ANNOUNCEMENT_NOT_FOUND: () => ({ path: `${path}/nothing`, body: announcement() }),
        ANNOUNCEMENT_OVER: async (there) => ({ path: `${path}/${await overId(there)}`, body: announcement() }),
        TOO_MANY_CHANGES: async (there) => ({ ...(await busyAdmin(there)), body: announcement() }),
      },
    },
    graph: {
      field: 'Mutation.changeAnnouncement',
      variables: async (there) => ({ id: await someId(there), input: announcement() }),
    },
  },
  endAnnouncement: {
    who: 'admin',
    rest: {
      call: async (there) => ({ path: `${path}/${await newId(there)}/end` }),
      refusals: {
        ANNOUNCEMENT_NOT_FOUND: () => ({ path: `${path}/nothing/end` }),
        TOO_MANY_CHANGES: async (there) => {
          const { token, path: busy } = await busyAdmin(there);
          return { token, path: `${busy}/end` };
        },
      },
    },
    graph: { field: 'Mutation.endAnnouncement', variables: async (there) => ({ id: await newId(there) }) },
  },
};
