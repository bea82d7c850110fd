import { createRequire } from 'node:module';
import { Variable, VariableCollector } from '@apollo/federation-internals';
import { createLogger } from '@volant/infra/process/observability/log';
import { afterEach, describe, expect, it } from 'vitest';
import { createCannedSubgraphs } from '../testing/canned-subgraphs.ts';
import { federatedAnswer } from '../testing/federated-answer.ts';
import { readSupergraph } from './composed-graph.ts';
import { createEventsSubgraph } from './events-subgraph.ts';
import { createFederation } from './federation.ts';

type Collect = (value: unknown, collector: VariableCollector) => void;
const unmended = createRequire(import.meta.url)('@apollo/federation-internals/dist/values.js') as {
  collectVariablesInValue: Collect;
};

/** Nested lists, and a counter of visits to the innermost value. */
function nested(depth: number) {
  let visits = 0;
  let value: unknown = new Proxy(
    {},
    {
      ownKeys() {
        visits += 1;
        return [];
      },
    },
  );
  for (let level = 0; level < depth; level += 1) value = [value];
  return { value, visits: () => visits };
}

describe('collecting the variables of arguments', () => {
  afterEach(() => {
    Reflect.deleteProperty(Variable, Symbol.hasInstance);
  });

  it('visits each part of a literal once', () => {
    const { value, visits } = nested(12);
    new VariableCollector().collectInArguments({ value });
    expect(visits()).toBe(1);
  });

  it('finds them in every position', () => {
    const collector = new VariableCollector();
    const [a, b, c] = ['a', 'b', 'c'].map((name) => new Variable(name)) as [Variable, Variable, Variable];
    collector.collectInArguments({ x: a, y: [1, null, { z: [b, 'b'] }], z: { c } });
    expect([...collector.variables()].map(({ name }) => name).sort()).toEqual(['a', 'b', 'c']);
  });

  // When this test fails, the library has fixed the bug, and collect-variables.ts and this test can be removed.
  it('works around a bug that the library still has', () => {
    const { value, visits } = nested(12);
    unmended.collectVariablesInValue(value, new VariableCollector());
    expect(visits()).toBe(2 ** 12);
  });

  it('takes one step per part of the literal when an operation is planned', async () => {
    const log = createLogger({ name: 'test', level: 'silent' });
    const events = createEventsSubgraph(() => {
      throw new Error('there is no server');
    }, log);
    const gateway = createFederation([...createCannedSubgraphs(log).subgraphs, events], readSupergraph(), log);
    await gateway.load();
    const query = `mutation Deep { changeAnnouncement(id: "x", input: { end: ${'['.repeat(25)}${']'.repeat(25)} }) { id } }`;
    let looks = 0;
    Object.defineProperty(Variable, Symbol.hasInstance, {
      configurable: true,
      value(value: unknown) {
        looks += 1;
        return Function.prototype[Symbol.hasInstance].call(Variable, value);
      },
    });
    await federatedAnswer(gateway, { name: 'Deep', query }, {});
    expect(looks).toBeGreaterThan(25);
    expect(looks).toBeLessThan(10_000);
    await gateway.stop();
  });
});
