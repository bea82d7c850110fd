import { type Chapter, PASSWORD } from './stage.ts';

export const accounts: Chapter = {
  name: 'accounts',
  async play({ play, ask, people: { zoe, superadmin } }) {
    const signup = (step: string, status: number, changes: object, language: 'fr' | 'en' = 'en') => {
      const body = { email: 'new@example.com', username: 'new', password: PASSWORD, ...changes };
      return play(step, 'POST /api/auth/signup', { status, body, language });
    };
    await signup('an address that is taken', 409, { email: 'ZOE@example.com' });
    await signup('the same in French', 409, { email: 'ZOE@example.com' }, 'fr');
    await signup('a name that is taken', 409, { username: 'zOE' });
    await signup('a short password', 400, { password: 'x' });
    await signup('no address', 400, { email: 'nobody' });
    await signup('a role of one’s own', 400, { role: 'ADMIN' });
    await signup('accents and signs in a name', 200, { username: 'Zoé D’Été', email: 'Été@example.com' });
    await signup('its twin without accents', 200, { username: 'zoe d’ete', email: 'ete@example.com' });

    const login = (step: string, status: number, body: object) => play(step, 'POST /api/auth/login', { status, body });
    await login('any case of the address', 200, { email: 'Zoe@Example.com', password: PASSWORD });
    await login('a wrong password', 401, { email: 'zoe@example.com', password: 'wrong' });
    await login('an unknown address', 401, { email: 'nobody@example.com', password: PASSWORD });
    await login('no password', 400, { email: 'zoe@example.com' });
    const { body: second } = await login('a second session', 200, { email: 'zoe@example.com', password: PASSWORD });

    const { token } = zoe;
    await play('me', 'GET /api/auth/me', { status: 200, token });
    await play('nobody', 'GET /api/auth/me', { status: 401 });
    await play('a broken token', 'GET /api/auth/me', { status: 401, token: 'x.y.z' });
    const profile = (step: string, status: number, body: object) =>
      play(step, 'PATCH /api/user/profile', { status, body, token });
    await profile('a phone', 200, { phone: '+33 6 39 98 00 01' });
    await profile('no phone', 200, { phone: null });
    await profile('a name that is somebody’s', 409, { username: 'ERIC' });
    await profile('an address that is somebody’s', 409, { email: 'eric@example.com' });
    await profile('a picture from elsewhere', 400, { avatar: 'https://example.com/x.png' });
    await profile('another name', 200, { username: 'Zoé' });
    await profile('the former name again', 200, { username: 'Zoe' });

    const change = (step: string, status: number, currentPassword: string, newPassword: string) =>
      play(step, 'POST /api/user/change-password', { status, token, body: { currentPassword, newPassword } });
    await change('with a wrong one', 400, 'wrong', 'another long password');
    await change('too short a one', 400, PASSWORD, 'x');
    await change('a new password', 200, PASSWORD, 'another long password');
    await play('the other session is over', 'GET /api/auth/me', { status: 401, token: second.token });
    await change('the old one again', 200, 'another long password', PASSWORD);

    const forgot = (step: string, status: number, email: string) =>
      play(step, 'POST /api/auth/forgot-password', { status, body: { email } });
    await forgot('a forgotten password', 200, 'eric@example.com');
    await forgot('of an unknown address', 404, 'nobody@example.com');
    const reset = { status: 400, body: { token: 'no-token', newPassword: PASSWORD } };
    await play('a broken link', 'POST /api/auth/reset-password', reset);
    const undo = { status: 400, body: { token: 'no-token' } };
    await play('a broken link to a new address', 'POST /api/auth/confirm-email-change', undo);
    await play('a broken link from the present one', 'POST /api/auth/cancel-email-change', undo);
    await profile('another address', 200, { email: 'zoe-two@example.com' });
    const cancelled = { status: 200, token, body: {} };
    await play('that is given up', 'POST /api/auth/cancel-email-change', cancelled);
    await play('a broken link back', 'POST /api/auth/undo-email-change', undo);

    const { body: short } = await login('a short session', 200, { email: 'eric@example.com', password: PASSWORD });
    await play('is ended', 'POST /api/auth/logout', { status: 200, token: short.token });
    await play('and over', 'GET /api/auth/me', { status: 401, token: short.token });
    await play('which ends nothing else', 'POST /api/auth/logout', { status: 200, token: short.token });

    await ask('me, in GraphQL', '{ me { id username email role phone avatar createdAt pageCount } }', { token });
    await ask('nobody, in GraphQL', '{ me { id } }', { codes: ['UNAUTHENTICATED'] });
    const taken = { email: 'zoe@example.com', username: 'other', password: PASSWORD };
    const signUp = 'mutation($input: SignUpInput!) { signUp(input: $input) { token user { id } } }';
    await ask('taken, in GraphQL', signUp, { variables: { input: taken }, codes: ['EMAIL_TAKEN'] });
    const role = (step: string, status: number, id: string, to: string, by: string) =>
      play(step, `PATCH /api/admin/users/${id}/role`, { status, body: { role: to }, token: by });
    await role('a role from a driver', 403, zoe.id, 'ADMIN', token);
    await role('the last superadmin stays', 409, superadmin.id, 'DRIVER', superadmin.token);
    await role('a role that is none', 400, zoe.id, 'KING', superadmin.token);
    await role('nobody’s role', 404, 'nobody', 'ADMIN', superadmin.token);
  },
};

export const erasure: Chapter = {
  name: 'the end of an account',
  async play({ play, ask, people: { superadmin } }) {
    const person = { email: 'leaving@example.com', username: 'Leaving', password: PASSWORD };
    const { body } = await play('somebody', 'POST /api/auth/signup', { status: 200, body: person });
    const { token } = body;
    const page = { displayName: 'Left behind', state: 'ACTIVE', blocksJson: { name: 'Leaving' } };
    const made = await play('with a page', 'POST /api/pages', { status: 201, body: page, token });
    const mutation = 'mutation($password: String!) { deleteMyAccount(password: $password) }';
    await ask('not with this password', mutation, {
      variables: { password: 'wrong' },
      codes: ['WRONG_PASSWORD'],
      token,
    });
    await ask('leaves', mutation, { variables: { password: PASSWORD }, token });
    await play('is nobody now', 'GET /api/auth/me', { status: 401, token });
    const { email, password } = person;
    await play('cannot come back', 'POST /api/auth/login', { status: 401, body: { email, password } });
    await play('the page is free', `GET /api/pages/${made.body.page.id}`, {
      status: 200,
      token: superadmin.token,
      // The page is released, then its history is rewritten: created, released, erased, restored.
      until: ({ page: { state } }, headers) => state === 'UNCLAIMED' && headers.get('etag') === '"4"',
    });
    await play('the address is free again', 'POST /api/auth/signup', { status: 200, body: person });
  },
};
