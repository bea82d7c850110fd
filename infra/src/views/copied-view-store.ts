import { appendFile, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { unavailable } from '../errors/domain-error.ts';
import { makeDirectory } from '../files/make-directory.ts';
import { openWithoutErased } from '../lmdb/environment.ts';
import { LmdbWriter } from '../lmdb/writer.ts';
import type { Logger } from '../process/observability/log.ts';
import { closeToOthers } from '../process/shell/close-to-others.ts';
import { isYoung } from './saved-views.ts';
import type { View, ViewDefinition, ViewDocument, ViewFilter, ViewStore, WritableView } from './view-store.ts';

export type CopiedViewStore = ViewStore & Required<Pick<ViewStore, 'copied'>>;

interface CopiedViewParts {
  /** Directory of this process alone; it holds nothing but copies. */
  readonly directory: string;
  readonly definition: ViewDefinition;
  readonly log: Logger;
  readonly clock?: () => Date;
}

/** Written with the view. */
interface Made {
  /** Identity of the log that it was made of. */
  readonly log: string;
  /** Epoch milliseconds of the last moment at which it was known to be up to date, or at least begun. */
  readonly at: number;
  readonly whole: boolean;
}

interface Change {
  readonly key: string;
  /** Undefined if the document is removed. */
  readonly text: string | undefined;
  readonly had: boolean;
  /** Where it was found before, and is found now. */
  readonly before: readonly string[];
  readonly after: readonly string[];
}

type Pending = Map<string, ViewDocument | undefined>;

/** Failed attempts to open the copy, one byte each: a damaged file ends the process inside LMDB. */
const ATTEMPTS = '.attempts';
const MOST_ATTEMPTS = 2;
/** Database slots: emptying a view uses several. */
const ENTRIES_OF_EMPTYING = 64;

/**
 * One view of a topic on the disk of one process, in LMDB: a start reads nothing, and memory holds what is looked up.
 * Documents are looked up by key or by one of their indexed values.
 */
export async function openCopiedViewStore(parts: CopiedViewParts): Promise<CopiedViewStore> {
  const { directory, definition, log, clock = () => new Date() } = parts;
  const { name, indexes } = definition;
  await makeDirectory(directory, 0o700);
  await closeToOthers(directory);
  const options = { path: path.join(directory, name), marks: 'marks', encoding: 'json', maxDbs: 8 } as const;
  const attempts = path.join(directory, ATTEMPTS);
  // Former versions of the view.
  for (const other of await readdir(directory)) {
    if (other !== name && other !== ATTEMPTS) await rm(path.join(directory, other), { recursive: true, force: true });
  }
  if (await isUnreadable(attempts)) {
    log.warn({ view: name }, 'the copy of a topic cannot be opened, and is made anew');
    await rm(options.path, { recursive: true, force: true });
  }
  await appendFile(attempts, '.', { mode: 0o600 });
  const environment = await openWithoutErased(options, log);
  const { root, room, markErased } = environment;
  const documents = root.openDB<string, string>({ name: 'documents', encoding: 'string' });
  const places = root.openDB<string, string>({ name: 'places', encoding: 'ordered-binary', dupSort: true });
  const checkpoints = root.openDB<number, string>({ name: 'checkpoints', encoding: 'json' });
  const about = root.openDB<Made, string>({ name: 'about', encoding: 'json' });
  const writer = new LmdbWriter(root, room);
  let made = about.get(name);
  await rm(attempts);
  if (made !== undefined && !isYoung(made.at, clock())) made = undefined;

  function read(key: string): ViewDocument | undefined {
    const text = documents.get(key);
    return text === undefined ? undefined : JSON.parse(text);
  }

  function placesOf(document: ViewDocument | undefined): readonly string[] {
    if (document === undefined) return [];
    return indexes.flatMap((field) => {
      const value = (document as unknown as Record<string, unknown>)[field];
      return [...new Set(Array.isArray(value) ? value : [value])].map((each) => placeOf(field, each));
    });
  }

  async function write(pending: Pending): Promise<void> {
    if (pending.size === 0) return;
    const changes = [...pending].map(([key, document]): Change => {
      const former = read(key);
      const text = document === undefined ? undefined : JSON.stringify(document);
      return { key, text, had: former !== undefined, before: placesOf(former), after: placesOf(document) };
    });
    const work = { entries: 1, bytes: 0 };
    for (const { text, before, after } of changes) {
      work.entries += 1 + before.length + after.length;
      work.bytes += 2 * (text?.length ?? 0);
    }
    await writer.apply(work, () => {
      for (const change of changes) apply(change);
    });
  }

  function apply({ key, text, had, before, after }: Change): void {
    // Whatever a document said before may have been erased from it.
    if (had) markErased();
    for (const place of before) if (!after.includes(place)) places.removeSync(place, key);
    for (const place of after) if (!before.includes(place)) places.putSync(place, key);
    if (text === undefined) documents.removeSync(key);
    else documents.putSync(key, text);
  }

  async function save(next: Made): Promise<void> {
    await writer.apply({ entries: 1, bytes: JSON.stringify(next).length }, () => void about.putSync(name, next));
    made = next;
  }

  /** @param pending changes that are not written yet */
  function viewOver<D extends ViewDocument>(pending: Pending): View<D> & WritableView<D> {
    const get = (key: string) => (pending.has(key) ? pending.get(key) : read(key)) as D | undefined;
    const getMany = (keys: readonly string[]) => [...new Set(keys)].flatMap((key) => get(key) ?? []);
    return {
      get: async (key) => get(key),
      getMany: async (keys) => getMany(keys),
      async find(filter) {
        if (made?.whole !== true) throw unavailable();
        return getMany([...places.getValues(placeIn(filter, definition))]);
      },
      count: async () => (documents.getStats() as { readonly entryCount: number }).entryCount,
      findFields: () => Promise.reject(new Error(`view ${name} is only looked up`)),
      countBy: () => Promise.reject(new Error(`view ${name} is only looked up`)),
      put: async (document) => void pending.set(document._id, document),
      remove: async (key) => void pending.set(key, undefined),
    };
  }

  function viewsOver(pending: Pending) {
    return {
      view<D extends ViewDocument>(wanted: ViewDefinition) {
        if (wanted.name !== name) throw new Error(`this store holds the view ${name}, not ${wanted.name}`);
        return viewOver<D>(pending);
      },
    };
  }

  async function reset(): Promise<void> {
    await writer.apply({ entries: ENTRIES_OF_EMPTYING, bytes: 0 }, () => {
      markErased();
      for (const database of [documents, places, checkpoints, about]) database.clearSync();
    });
    made = undefined;
  }

  return {
    ...viewsOver(new Map()),
    async together(work) {
      const pending: Pending = new Map();
      try {
        return await work(() => viewsOver(pending));
      } finally {
        await write(pending);
      }
    },
    checkpoint: async (view) => checkpoints.get(view) ?? 0,
    saveCheckpoint: (view, position) =>
      writer.apply({ entries: 1, bytes: view.length }, () => void checkpoints.putSync(view, position)),
    reset,
    begun: async () => [...checkpoints.getKeys()],
    copied: {
      isWhole: () => made?.whole === true,
      async begin(identity) {
        if (made?.log === identity) return;
        await reset();
        await save({ log: identity, at: clock().getTime(), whole: false });
      },
      async hold() {
        if (made !== undefined) await save({ ...made, at: clock().getTime(), whole: true });
      },
    },
    async close() {
      await writer.close();
      await root.close();
    },
  };
}

async function isUnreadable(attempts: string): Promise<boolean> {
  const found = await stat(attempts).catch(() => undefined);
  return found !== undefined && found.size >= MOST_ATTEMPTS;
}

function placeOf(field: string, value: unknown): string {
  return `${field} ${String(value)}`;
}

function placeIn(filter: ViewFilter, { name, indexes }: ViewDefinition): string {
  const [[field = '', value] = [], ...more] = Object.entries(filter);
  if (more.length > 0 || !indexes.includes(field) || typeof value !== 'string') {
    throw new Error(`view ${name} is only looked up by one of ${indexes.join(', ')}`);
  }
  return placeOf(field, value);
}
