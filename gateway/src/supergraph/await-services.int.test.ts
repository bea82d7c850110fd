import { unavailable } from '@volant/infra/errors/domain-error';
import type { Subgraph } from '@volant/infra/graphql/subgraph-call';
import { createLogger } from '@volant/infra/process/observability/log';
import { describe, expect, test } from 'vitest';
import { createCannedSubgraphs } from '../testing/canned-subgraphs.ts';
import { awaitServices } from './await-services.ts';
import { readSupergraph } from './composed-graph.ts';

const supergraphSdl = readSupergraph();
const silent = createLogger({ name: 'test', level: 'silent' });
const { signal } = new AbortController();
const { subgraphs } = createCannedSubgraphs(silent);

/** Services whose schema lacks a field in their first answers, and the lines that a gateway logs meanwhile. */
function withOlderPages(olderAnswers: number) {
  let answers = 0;
  const lines: { readonly lacks?: string; readonly msg: string }[] = [];
  const log = createLogger({
    name: 'test',
    level: 'info',
    destination: { write: (line) => lines.push(JSON.parse(line)) },
  });
  const services = subgraphs.map(
    (service): Subgraph => ({
      ...service,
      async execute(request, call) {
        const answer = await service.execute(request, call);
        if (service.name !== 'pages' || answers++ >= olderAnswers) return answer;
        return JSON.parse(JSON.stringify(answer).replace(/myPages\([^)]*\): |myPages: /, 'ownPages: '));
      },
    }),
  );
  return { services, log, lines };
}

describe('services that a gateway waits for', () => {
  test('waits for none that has all fields of the supergraph', async () => {
    const { services, log, lines } = withOlderPages(0);
    await awaitServices({ services, supergraphSdl, log, signal });
    expect(lines).toEqual([]);
  });

  test('waits until no replica of a service is of an older version', async () => {
    const { services, log, lines } = withOlderPages(9);
    await awaitServices({ services, supergraphSdl, log, signal });
    expect(lines).toMatchObject([
      { lacks: 'Query.myPages was removed.', msg: 'waits for a service of an older version' },
    ]);
  });

  test('starts beside an older one after the time limit', async () => {
    const { services, log, lines } = withOlderPages(Number.POSITIVE_INFINITY);
    await awaitServices({ services, supergraphSdl, log, signal, withinMs: 0 });
    expect(lines).toMatchObject([{ msg: 'starts beside a service of an older version' }]);
  });

  test('does not wait for a service that does not answer', async () => {
    const away = subgraphs.map((service) => ({ ...service, execute: () => Promise.reject(unavailable(new Error())) }));
    await awaitServices({ services: away, supergraphSdl, log: silent, signal });
  });

  test('ends with the start', async () => {
    const { services, log } = withOlderPages(Number.POSITIVE_INFINITY);
    const stop = new AbortController();
    const waiting = awaitServices({ services, supergraphSdl, log, signal: stop.signal });
    stop.abort();
    await expect(waiting).rejects.toThrow();
  });
});
