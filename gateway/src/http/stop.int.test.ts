import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { expect, it, vi } from 'vitest';
import { TOKEN } from '../testing/canned-subgraphs.ts';
import { startGateway } from '../testing/gateway-under-test.ts';

it('stopping waits for a running request, and no longer', async () => {
  const gateway = await startGateway();
  let release: (value: unknown) => void = () => {};
  gateway.canned.instead.set('logOut', () => {
    return new Promise((resolve) => {
      release = resolve;
    });
  });
  // A browser keeps its connection open for more requests.
  const agent = new Agent({ keepAlive: true });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    const headers = { authorization: `Bearer ${TOKEN}` };
    httpRequest(`${gateway.origin}/api/auth/logout`, { agent, method: 'POST', headers }, (response) => {
      response.resume().on('end', () => resolve(response));
    })
      .on('error', reject)
      .end();
  });
  await vi.waitFor(() => expect(gateway.canned.calls.some(({ field }) => field === 'logOut')).toBe(true));

  const stopped = gateway.close();
  await vi.waitFor(() => expect(fetch(`${gateway.origin}/health`)).rejects.toThrow());
  release(true);
  // Otherwise stopping would wait for the keep-alive timeout of 72 s.
  expect(await answered).toMatchObject({ statusCode: 200, headers: { connection: 'close' } });
  await stopped;
  agent.destroy();
});
