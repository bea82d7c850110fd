import type { Chapter } from './stage.ts';

export const refusals: Chapter = {
  name: 'what cannot be right',
  async play({ play, ask, people: { zoe } }) {
    const login = 'POST /api/auth/login';
    await play('an unlisted path', 'GET /api/nothing', { status: 404 });
    await play('an unlisted screen', 'GET /no/such/screen', { status: 404 });
    await play('a wrong method', 'DELETE /api/auth/login', { status: 405 });
    await play('a wrong method on a fixed path', 'PATCH /api/pages/mine', { status: 405, token: zoe.token, body: {} });
    await play('broken JSON', login, { status: 400, body: '{"email":' });
    await play('an array', login, { status: 400, body: '[]' });
    await play('a form', login, {
      status: 415,
      body: 'email=x',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    await play('too much', login, { status: 413, body: { email: 'x'.repeat(2_000_000) } });
    await play('too much of events', 'POST /api/public/events', { status: 413, body: { a: 'x'.repeat(100_000) } });
    await play('an odd path', 'GET /api/public/pages/%00', { status: 404 });
    await play('a broken path', 'GET /api/public/pages/%E0%A4%A', { status: 404 });
    await play('a key that is none', 'POST /api/pages', {
      status: 400,
      body: {},
      token: zoe.token,
      headers: { 'idempotency-key': 'k'.repeat(300) },
    });
    const address = '192.0.2.99';
    const wrong = { email: 'eric@example.com', password: 'wrong' };
    for (let time = 1; time <= 5; time += 1) await play(`try ${time}`, login, { status: 401, body: wrong, address });
    await play('a try too many', login, { status: 429, body: wrong, address });

    const refused = (step: string, query: string, code: string, status = 400) =>
      ask(step, query, { codes: [code], status });
    await refused('no GraphQL', '{', 'GRAPHQL_PARSE_FAILED');
    await refused('an unknown field', '{ nothing }', 'GRAPHQL_VALIDATION_FAILED');
    await refused('a field of the services', '{ _service { sdl } }', 'GRAPHQL_VALIDATION_FAILED');
    await refused('two operations', 'query A { me { id } } query B { me { id } }', 'OPERATION_UNKNOWN');
    await play('a batch', 'POST /graphql', { status: 400, body: [{ query: '{ me { id } }' }] });
    await play('nothing', 'POST /graphql', { status: 400, body: {} });
    await play('with GET', `GET /graphql?query=${encodeURIComponent('{ __typename }')}`, { status: 405 });
  },
};

export const site: Chapter = {
  name: 'the site and its description',
  async play({ play }) {
    for (const path of ['/', '/login', '/site.json', '/api/openapi.json', '/api/docs', '/health', '/ready']) {
      await play(path, `GET ${path}`, { status: 200 });
    }
    await play('no upload', 'GET /uploads/none.jpg', { status: 404 });
  },
};
