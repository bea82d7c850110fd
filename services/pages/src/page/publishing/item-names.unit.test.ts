import { type Commit, STREAM_ERASED } from '@volant/infra/event-store/event-store';
import { foldCommits } from '@volant/infra/event-store/load-stream';
import { EMPTY_PROFILE } from '@volant/proto/profile/profile';
import { expect, it } from 'vitest';
import { pageCodec } from '../domain/events.ts';
import { itemNames } from './item-names.ts';

const AT = '2026-11-21T10:00:00.000Z';

function commitsOf(...events: readonly { readonly type: string; readonly data: object }[]): readonly Commit[] {
  return events.map(({ type, data }, index) => ({
    position: index + 1,
    streamId: 'page-u1',
    version: index + 1,
    commandId: `c${index}`,
    events: [{ id: `e${index}`, type, schema: 1, data }],
    meta: { actor: 'system', correlationId: 'test' },
    at: AT,
  }));
}

const formerItemNames = (commits: readonly Commit[]) => foldCommits(itemNames, pageCodec, commits).former;

function edited(...names: readonly string[]) {
  const customFields = names.map((name, at) => ({ id: `f${at}`, name, value: 'x', icon: '', color: '' }));
  return { type: 'PageEdited', data: { profile: { ...EMPTY_PROFILE, customFields } } };
}
const claimed = { type: 'PageClaimed', data: { ownerId: 'ana', claimedAt: AT } };

it('collects the item names that an owner removed, latest last, without those that are back', () => {
  expect(formerItemNames(commitsOf(claimed, edited('A', 'B')))).toEqual([]);
  expect(formerItemNames(commitsOf(claimed, edited('A', 'B'), edited('B', 'C'), edited('D')))).toEqual(['A', 'B', 'C']);
  expect(formerItemNames(commitsOf(claimed, edited('A'), edited('B'), edited('A')))).toEqual(['B']);
  const shown = { type: 'PageEdited', data: { displayName: 'x' } };
  expect(formerItemNames(commitsOf(claimed, edited('A'), shown))).toEqual([]);
});

it('ignores item names of a former owner and of an erased history', () => {
  const released = { type: 'PageReleased', data: { releasedAt: AT } };
  expect(formerItemNames(commitsOf(claimed, edited('A'), edited('B'), released, claimed, edited('C')))).toEqual([]);
  const erased = { type: STREAM_ERASED, data: {} };
  expect(formerItemNames(commitsOf(claimed, edited('A'), edited('B'), erased, edited('C')))).toEqual([]);
});

it('keeps at most 40 former item names', () => {
  const many = Array.from({ length: 100 }, (_, at) => edited(`item ${at}`));
  expect(formerItemNames(commitsOf(claimed, ...many)).at(-1)).toBe('item 98');
  expect(formerItemNames(commitsOf(claimed, ...many))).toHaveLength(40);
});
