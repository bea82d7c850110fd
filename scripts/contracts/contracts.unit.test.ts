import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { ViewDefinition } from '../../infra/src/views/view-store.ts';
import { type Contracts, releasedContracts, todaysContracts } from './contracts.ts';
import { contractProblems } from './problems.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SERVICES = path.join(ROOT, 'services');
const last = releasedContracts();
/** Of the last release: names of today may be newer. */
const [PROJECTION = '', VIEWS = {}] =
  Object.entries(last.views).find(([, views]) => Object.keys(views).length > 1) ?? [];
const [VIEW = ''] = Object.keys(VIEWS);

type Writable = { -readonly [K in keyof Contracts]: Contracts[K] };
// biome-ignore lint/suspicious/noExplicitAny: a deep change to data of many shapes
type Change = (contracts: any) => void;

/** Problems if the other release differs from the last one by this change. */
function changed(change: Change): readonly string[] {
  const today = structuredClone(last) as Writable;
  change(today);
  return contractProblems(last, today);
}

const graph = (service: string, from: string, to: string): Change => {
  return ({ graphs }) => {
    if (!graphs[service].includes(from)) throw new Error(`${from} is not in the graph of ${service}`);
    graphs[service] = graphs[service].replace(from, to);
  };
};
// biome-ignore lint/suspicious/noExplicitAny: as above
const edited = ({ events }: any) => events.page.PageEdited.shape;

it('contracts have the events of every stream', () => {
  const files = readdirSync(SERVICES, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /^\w+\/src\/.*(?<!\.test)\.ts$/.test(name),
  );
  const streams = files.flatMap((file) =>
    [...readFileSync(path.join(SERVICES, file), 'utf8').matchAll(/= eventCodec\('([^']+)'/g)].map(([, name]) => name),
  );
  expect(Object.keys(todaysContracts().events).sort()).toEqual(streams.sort());
});

it('contracts have the shape of every view, which a test compares with its documents', async () => {
  const files = ['gateway', 'infra', 'services', 'standalone'].flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /^(\w+\/)?src\/.*\.ts$/.test(name))
      .map((name) => path.join(ROOT, folder, name)),
  );
  const isTest = (file: string) => file.endsWith('.test.ts');
  const tests = files.filter(isTest).map((file) => readFileSync(file, 'utf8'));
  const defined: string[] = [];
  for (const file of files.filter((name) => !isTest(name))) {
    for (const [, constant = ''] of readFileSync(file, 'utf8').matchAll(/^export const (\w+): ViewDefinition = /gm)) {
      const { name, shape } = (await import(file))[constant] as ViewDefinition;
      const compared = tests.some((text) => text.includes(`expect(${constant}.shape).toBe(`));
      expect({ name, shape, compared }).toEqual({ name, shape: expect.stringMatching(/./), compared: true });
      defined.push(name);
    }
  }
  expect(Object.values(todaysContracts().views).flatMap(Object.keys).sort()).toEqual(defined.sort());
});

describe('contracts of two releases', () => {
  it('have no problems if they are equal', () => {
    expect(changed(() => undefined)).toEqual([]);
    expect(Object.keys(todaysContracts().api.paths).length).toBeGreaterThan(30);
  });

  it.each<[string, string, Change]>([
    ['a field of the graph is gone', 'Page.claimedAt was removed', graph('pages', 'claimedAt: DateTime', '')],
    ['a field is renamed', 'User.username was removed', graph('identity', 'username: String', 'name: String')],
    ['a type changes', 'Page.version changed type', graph('pages', 'version: Int!', 'version: String!')],
    ['the key of a type is gone', 'Page @key(fields: "uid") was removed', graph('pages', '@key(fields: "uid")', '')],
    [
      'an older gateway gets an unknown value',
      'MOVED was added',
      graph('pages', '  INACTIVE\n', '  INACTIVE\n  MOVED\n'),
    ],
    ['an event is not read any more', 'page/PageClaimed is not read', ({ events }) => delete events.page.PageClaimed],
    [
      'an event is new',
      'user/UserMoved, version 1, cannot be read',
      ({ events }) => {
        events.user.UserMoved = events.user.UserSignedUp;
      },
    ],
    [
      'an event has a new version',
      'page/PageClaimed, version 2',
      ({ events }) => {
        events.page.PageClaimed.version = 2;
      },
    ],
    [
      'a field of an event is gone',
      'displayName is gone',
      (contracts) => delete edited(contracts).properties.displayName,
    ],
    [
      'a field of an event is added that older ones lack',
      'must be there for the reader',
      ({ events }) => {
        events.page.PageClaimed.shape.properties.by = { type: 'string' };
        events.page.PageClaimed.shape.required.push('by');
      },
    ],
    [
      'a required field may be left out',
      'ownerId must be there for the reader',
      ({ events }) => {
        events.page.PageClaimed.shape.required = ['claimedAt'];
      },
    ],
    [
      'a value is written that is not known',
      '"BANNED", which the reader',
      ({ events }) => {
        events.page.PageStateChanged.shape.properties.state.enum.push('BANNED');
      },
    ],
    [
      'a value is not known any more',
      '"ACTIVE", which the reader',
      ({ events }) => {
        events.page.PageStateChanged.shape.properties.state.enum = ['UNCLAIMED', 'INACTIVE', 'DEACTIVATED'];
      },
    ],
    [
      'a bound is tightened',
      'maxLength 10',
      ({ events }) => {
        events.page.PageClaimed.shape.properties.ownerId.maxLength = 10;
      },
    ],
    [
      'a view has other documents under its name',
      `view ${VIEW} has documents of another shape and needs another name`,
      ({ views }) => {
        views[PROJECTION][VIEW] = 'another';
      },
    ],
    [
      'a view gets another name, but not its projection',
      `view renamed is built anew only if the projection ${PROJECTION} gets another name`,
      ({ views }) => {
        const { [VIEW]: shape, ...others } = views[PROJECTION];
        views[PROJECTION] = { ...others, renamed: shape };
      },
    ],
    ['a topic is gone', 'topic pages.pages.v1 is gone', ({ topics }) => delete topics['pages.pages.v1']],
    [
      'a topic has another retention',
      'topic pages.pages.v1 has changed',
      ({ topics }) => {
        topics['pages.pages.v1'] = 'delete';
      },
    ],
    [
      'a migration is written anew',
      'has changed',
      ({ migrations }) => {
        migrations[Object.keys(migrations)[0] ?? ''] = 'other';
      },
    ],
    ['a call is gone', 'GET /api/pages/mine is gone', ({ api }) => delete api.paths['/api/pages/mine'].get],
    [
      'a call asks for more',
      'must be there for the reader',
      ({ api }) => {
        const { schema } = api.paths['/api/auth/login'].post.requestBody.content['application/json'];
        schema.properties.code = { type: 'string' };
        schema.required.push('code');
      },
    ],
    [
      'an answer says less',
      'PATCH /api/pages/{id}',
      ({ api }) => {
        for (const schema of Object.values<{ properties?: Record<string, unknown> }>(api.components.schemas)) {
          delete schema.properties?.displayName;
        }
      },
    ],
  ])('have a problem if %s: %s', (_, problem, change) => {
    expect(changed(change).join('\n')).toContain(problem);
  });

  it('may gain parts that the other release does not need', () => {
    expect(
      changed((today) => {
        graph('pages', 'version: Int!', 'version: Int!\n  note: String')(today);
        edited(today).properties.note = { type: 'string' };
        today.topics['pages.notes.v1'] = 'compact';
        today.migrations['9999_notes.sql'] = 'checksum';
        today.api.paths['/api/notes'] = today.api.paths['/api/pages/mine'];
        today.api.components.schemas.PublicPage.properties.note = { type: 'string' };
        today.api.components.schemas.PublicPage.required.push('note');
      }),
    ).toEqual([]);
  });
});
