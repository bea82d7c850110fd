import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { EventStore } from '../event-store/event-store.ts';
import { commitsOf } from '../testing/commits.ts';
import { createMemoryViewStore } from '../views/memory-view-store.ts';
import type { ViewDocument } from '../views/view-store.ts';
import { featureView } from './feature.ts';
import { errorsOf, projectionOf, resolversOf, settingsOf, viewsOf } from './gather.ts';

const text = { status: 404, fr: 'non' };

describe('resolversOf', () => {
  const typeDefs = 'type Query { one: Int two: Int } type Page { id: ID }';
  const one = { resolvers: { Query: { one: () => 1 } } };
  const two = { resolvers: { Query: { two: () => 2 } } };

  it('joins the fields of a type', () => {
    expect(Object.keys(resolversOf([one, two], typeDefs).Query ?? {})).toEqual(['one', 'two']);
  });

  it('refuses a field that no feature resolves', () => {
    expect(() => resolversOf([one], typeDefs)).toThrow('no feature resolves Query.two');
  });

  it('refuses a field that two features resolve', () => {
    expect(() => resolversOf([one, two, one], typeDefs)).toThrow('two features resolve Query.one');
  });
});

describe('errorsOf', () => {
  it('gathers the errors of all features', () => {
    const errors = errorsOf([{ errors: { A: text } }, {}, { errors: { B: text } }]);
    expect(errors).toEqual({ A: text, B: text });
  });

  it('refuses a code that two features describe', () => {
    expect(() => errorsOf([{ errors: { A: text } }, { errors: { A: { ...text } } }])).toThrow(
      'two features describe A',
    );
  });
});

describe('projectionOf', () => {
  const view = (name: string) => ({ name, indexes: [] });
  const features = ['a', 'b'].map((name) => ({
    views: [featureView<ViewDocument>(view(name), (documents, { streamId }) => documents.put({ _id: streamId }))],
  }));

  it('feeds the views of all features', async () => {
    const store = createMemoryViewStore();
    const { apply, views } = projectionOf('a', features, {} as EventStore);
    const [commit] = commitsOf('s', [{ type: 'Made', data: {} }]);
    if (commit === undefined) throw new Error('no commit');
    await store.together((at) => apply(commit, at(commit.position)));
    for (const each of views) expect(await store.view(each).get('s')).toEqual({ _id: 's' });
    expect(viewsOf(features)).toEqual(views);
  });
});

it('settingsOf gathers shapes, secrets and rules', () => {
  const rule = () => ['wrong'];
  const settings = settingsOf([
    { settings: { shape: { A: z.string() }, secrets: ['A'], rules: [rule] } },
    { settings: { shape: { B: z.string() } } },
  ]);
  expect([Object.keys(settings.shape), settings.secrets, settings.rules]).toEqual([['A', 'B'], ['A'], [rule]]);
});
