import { useSyncExternalStore } from 'react';
import * as v from 'valibot';
import { readJson, writeJson } from '../browser/storage.ts';
import { followSession } from '../session/session.ts';
import { ANNOUNCEMENTS_KEY, DISMISSED_KEY } from '../session/stored-session.ts';
import { parsed } from './parsed.ts';

export const announcementsSchema = v.array(
  v.object({
    id: v.string(),
    version: v.number(),
    texts: v.array(v.object({ language: v.string(), text: v.string() })),
    end: v.string(),
    level: v.string(),
  }),
);

export type Announcement = v.InferOutput<typeof announcementsSchema>[number];

/** More than a person has dismissed in the longest time that an announcement lasts. */
const MAX_DISMISSALS = 50;
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;
const NONE: readonly Announcement[] = [];

let shown: readonly Announcement[] | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

// Those of one person are not shown to the next.
followSession(refresh);

/** A changed announcement has another mark, so that it is shown again. */
const markOf = ({ id, version }: Announcement) => `${id}:${version}`;

/** The stored announcements that are neither over nor dismissed here; the next change is timed. */
function read(): readonly Announcement[] {
  const dismissed = dismissals();
  const now = Date.now();
  const stored = parsed(announcementsSchema, readJson('local', ANNOUNCEMENTS_KEY)) ?? [];
  const current = stored.filter((one) => Date.parse(one.end) > now && !dismissed.includes(markOf(one)));
  clearTimeout(timer);
  if (current.length > 0) {
    const next = Math.min(...current.map(({ end }) => Date.parse(end))) - now;
    timer = setTimeout(refresh, Math.min(next, LONGEST_TIMEOUT_MS));
  }
  return current.length === 0 ? NONE : current;
}

function refresh(): void {
  shown = read();
  for (const listener of listeners) listener();
}

function dismissals(): readonly string[] {
  return parsed(v.array(v.string()), readJson('local', DISMISSED_KEY)) ?? [];
}

/**
 * Keeps the announcements in this browser: the next screen shows them with its first paint. `public/preferences.js`
 * reads them the same way.
 */
export function keepAnnouncements(announcements: readonly Announcement[]): void {
  writeJson('local', ANNOUNCEMENTS_KEY, announcements);
  refresh();
}

export function dismissAnnouncement(announcement: Announcement): void {
  writeJson('local', DISMISSED_KEY, [...dismissals(), markOf(announcement)].slice(-MAX_DISMISSALS));
  refresh();
}

function follow(listener: () => void): () => void {
  const others = ({ key }: StorageEvent) => {
    if (key === ANNOUNCEMENTS_KEY || key === DISMISSED_KEY) refresh();
  };
  listeners.add(listener);
  window.addEventListener('storage', others);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', others);
  };
}

const current = () => {
  shown ??= read();
  return shown;
};

/** What to show at present. Ends by itself. */
export function useAnnouncements(): readonly Announcement[] {
  return useSyncExternalStore(follow, current, () => NONE);
}
