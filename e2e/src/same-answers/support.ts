import type { Chapter } from './stage.ts';

export const support: Chapter = {
  name: 'messages to the support',
  async play({ play, ask, people: { zoe, agent, superadmin } }) {
    const { token } = agent;
    const ids: string[] = [];
    const send = (step: string, status: number, changes: object) => {
      const form = { name: 'Zoé', email: 'z@example.com', subject: 'Carte', message: 'Bonjour,\nj’ai perdu ma carte.' };
      return play(step, 'POST /api/support/contact', { status, body: { ...form, ...changes } });
    };
    for (const subject of ['Un', 'Deux', 'Trois', 'Quatre']) {
      const { body } = await send(subject, 200, { subject, email: `${subject}@example.com` });
      ids.push(body.message.id);
    }
    await send('from a machine', 200, { homepage: 'https://example.com' });
    await send('without an address', 400, { email: 'nobody' });
    await send('without a word', 400, { message: '' });

    const inbox = (step: string, query: string, status = 200, by = token) =>
      play(step, `GET /api/support/inbox${query}`, { status, token: by });
    await inbox('everything', '');
    const first = await inbox('three', '?limit=3');
    await inbox('the rest', `?limit=3&cursor=${encodeURIComponent(first.body.cursor)}`);
    await inbox('not for drivers', '', 403, zoe.token);
    await inbox('a status that is none', '?status=LOST', 400);
    const path = `/api/support/message/${ids[0]}`;
    await play('taken care of', `POST ${path}/claim`, { status: 200, token });
    await play('not twice', `POST ${path}/claim`, { status: 409, token: superadmin.token });
    await play('given to somebody', `POST ${path}/claim`, {
      status: 200,
      token: superadmin.token,
      body: { userId: superadmin.id },
    });
    await play('not to a driver', `POST ${path}/claim`, {
      status: 400,
      token: superadmin.token,
      body: { userId: zoe.id },
    });
    await play('pending', `PATCH ${path}`, { status: 200, token, body: { status: 'PENDING' } });
    await play('of another kind', `PATCH ${path}`, { status: 400, token, body: { status: 'LOST' } });
    await play('nobody’s', 'PATCH /api/support/message/none', { status: 404, token, body: { status: 'OPEN' } });
    for (const status of ['OPEN', 'PENDING', 'RESOLVED']) await inbox(`all that is ${status}`, `?status=${status}`);
    const query = `query($status: SupportMessageStatus) {
      supportMessages(first: 2, filter: { status: $status }) {
        nodes { id subject status handler { id username email } } totalCount pageInfo { endCursor hasNextPage }
      }
    }`;
    await ask('in GraphQL', query, { token, variables: { status: 'OPEN' } });
    await ask('in GraphQL, for a driver', query, { token: zoe.token, codes: ['FORBIDDEN'] });
  },
};
