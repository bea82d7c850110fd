import { beforeEach, describe, expect, it } from 'vitest';
import type { MongoView } from './mongo-view.ts';
import { MongoViewAt } from './mongo-view-at.ts';
import { type StoredDocument, ViewRun } from './mongo-view-run.ts';

interface Card {
  readonly _id: string;
  readonly rank: number;
  readonly tags?: readonly string[];
}

/** The part of a database view that batched writes use; counts the calls. */
class Collection {
  readonly stored = new Map<string, StoredDocument>();
  readonly calls: string[] = [];
  broken = false;
  /** Runs during a read. */
  meanwhile = async (): Promise<void> => {};

  contentOf(card: Card, _position: number) {
    const content = structuredClone(card);
    return { content, stored: { ...content, _position } };
  }

  async replaceAll(documents: readonly StoredDocument[]): Promise<void> {
    this.calls.push(`write ${documents.map(({ _id, _position }) => `${_id}${_position}`).join(' ')}`);
    if (this.broken) throw new Error(`the database is away from ${documents[0]?._id}`);
    for (const document of documents) this.stored.set(document._id, document);
  }

  async getMany(ids: readonly string[]): Promise<readonly Card[]> {
    this.calls.push(`read ${ids.join(' ')}`);
    const found = ids.flatMap((id) => this.stored.get(id) ?? []);
    await this.meanwhile();
    return found.flatMap(({ _position, _removed, ...card }) => (_removed ? [] : [{ ...card } as unknown as Card]));
  }

  async find(): Promise<readonly string[]> {
    return [...this.stored.values()].filter(({ _removed }) => _removed === undefined).map(({ _id }) => _id);
  }
}

let collection: Collection;
let run: ViewRun;
const inRun = (position: number, of = collection) =>
  new MongoViewAt<Card>(of as unknown as MongoView<Card>, position, run);

beforeEach(() => {
  collection = new Collection();
  collection.stored.set('old', { _id: 'old', _position: 1, rank: 1 } as StoredDocument);
  run = new ViewRun();
});

describe('batched writes to a view', () => {
  it('are sent once at the end, with the last state of each document', async () => {
    await inRun(2).put({ _id: 'a', rank: 2 });
    await inRun(3).put({ _id: 'b', rank: 3 });
    await inRun(4).put({ _id: 'a', rank: 4 });
    await inRun(5).remove('old');
    expect(collection.calls).toEqual([]);
    await run.end();
    expect(collection.calls).toEqual(['write a4 b3 old5']);
    expect(collection.stored.get('a')).toEqual({ _id: 'a', rank: 4, _position: 4 });
    expect(collection.stored.get('old')?._removed).toBeInstanceOf(Date);
  });

  it('are visible to reads in between, and no document is read twice', async () => {
    await inRun(2).put({ _id: 'a', rank: 2 });
    expect(await inRun(3).get('a')).toEqual({ _id: 'a', rank: 2 });
    expect(await inRun(3).getMany(['a', 'old', 'none', 'a'])).toEqual([
      { _id: 'a', rank: 2 },
      { _id: 'old', rank: 1 },
    ]);
    expect(await inRun(3).getMany(['none', 'old'])).toEqual([{ _id: 'old', rank: 1 }]);
    await inRun(3).remove('old');
    expect(await inRun(4).get('old')).toBeUndefined();
    expect(collection.calls).toEqual(['read old none']);
  });

  it('override a read that was under way', async () => {
    collection.meanwhile = () => inRun(2).put({ _id: 'old', rank: 2 });
    await inRun(2).get('old');
    expect(await inRun(3).get('old')).toEqual({ _id: 'old', rank: 2 });
  });

  it('are visible to finds', async () => {
    await inRun(2).put({ _id: 'a', rank: 2 });
    expect(await inRun(3).find({})).toEqual(['old', 'a']);
    await inRun(2).put({ _id: 'b', rank: 2 });
    expect(await inRun(3).find({})).toEqual(['old', 'a', 'b']);
    await run.end();
    expect(collection.calls).toEqual(['write a2', 'write b2']);
  });

  it('cannot be changed through references, nor can documents that were read', async () => {
    await inRun(2).put({ _id: 'a', rank: 2, tags: ['x'] });
    for (const read of [await inRun(3).get('a'), await inRun(3).get('old')]) {
      expect(() => Object.assign(read ?? {}, { rank: 9 })).toThrow(TypeError);
    }
    const { tags } = (await inRun(3).get('a')) ?? {};
    expect(() => (tags as string[]).push('y')).toThrow(TypeError);
  });

  it('are separate for each view', async () => {
    const other = new Collection();
    await inRun(2).put({ _id: 'a', rank: 2 });
    await inRun(3, other).put({ _id: 'a', rank: 3 });
    expect(await inRun(4).get('a')).toEqual({ _id: 'a', rank: 2 });
    await run.end();
    expect([collection.calls, other.calls]).toEqual([['write a2'], ['write a3']]);
  });

  it('are sent directly after the end of the batch', async () => {
    const late = inRun(3);
    await run.end();
    await late.put({ _id: 'a', rank: 3 });
    expect(collection.calls).toEqual(['write a3']);
    expect(await late.get('a')).toEqual({ _id: 'a', rank: 3 });
    expect(await late.find({})).toEqual(['old', 'a']);
    await late.remove('old');
    expect(await late.getMany(['a', 'old'])).toEqual([{ _id: 'a', rank: 3 }]);
    expect(collection.calls).toEqual(['write a3', 'read a', 'write old3', 'read a old']);
  });

  it('fail at the end if an earlier part failed, even if the caller ignored that failure', async () => {
    await inRun(2).put({ _id: 'a', rank: 2 });
    collection.broken = true;
    await expect(inRun(3).find({})).rejects.toMatchObject({ message: 'the database is away from a' });
    await inRun(4).put({ _id: 'b', rank: 4 });
    await expect(inRun(5).find({})).rejects.toMatchObject({ message: 'the database is away from a' });
    collection.broken = false;
    await expect(run.end()).rejects.toMatchObject({ message: 'the database is away from a' });
  });
});
