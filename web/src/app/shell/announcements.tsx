import { spoken } from '@volant/proto/text/languages';
import { ChevronDown, Info, TriangleAlert, X } from 'lucide-react';
import { useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import * as v from 'valibot';
import { parsed } from '../../api/parsed.ts';
import { type Announcement, announcementsSchema } from '../../api/shapes.ts';
import { readJson, writeJson } from '../../browser/storage.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import { followSession } from '../../session/session.ts';
import { ANNOUNCEMENTS_KEY, DISMISSED_KEY } from '../../session/stored-session.ts';
import { useSession } from '../../session/use-session.ts';
import { IconButton } from '../../ui/button.tsx';
import { LinkedText } from '../../ui/linked-text.tsx';

/**
 * Announcements above the header, for signed-in people. Nothing moves by itself: those that this browser knew before
 * the first paint have a reserved place (`--announced`), one that arrives later stands at the foot until the next
 * screen, and the place of one that ends stays until then.
 */
export function Announcements() {
  const signedIn = useSession() !== null;
  const known = useAnnouncements();
  const shown = signedIn ? known : [];
  const { pathname } = useLocation();
  const [placed, setPlaced] = useState({ pathname, ids: idsOf(shown) });
  if (placed.pathname !== pathname) setPlaced({ pathname, ids: idsOf(shown) });
  const reserved = signedIn ? placed.ids.length : 0;
  useLayoutEffect(() => document.documentElement.style.setProperty('--announced', `${reserved}`), [reserved]);

  const dismiss = (announcement: Announcement) => {
    setPlaced({ pathname, ids: placed.ids.filter((id) => id !== announcement.id) });
    dismissAnnouncement(announcement);
  };
  const rows = (some: readonly Announcement[]) =>
    some.length > 0 && (
      <div role="status">
        {some.map((one) => (
          <Row key={one.id} announcement={one} onDismiss={() => dismiss(one)} />
        ))}
      </div>
    );
  return (
    <>
      <div className="announcements">{rows(shown.filter(({ id }) => placed.ids.includes(id)))}</div>
      <div className="announcements announcements--late">
        {rows(shown.filter(({ id }) => !placed.ids.includes(id)))}
      </div>
    </>
  );
}

const idsOf = (announcements: readonly Announcement[]) => announcements.map(({ id }) => id);

interface RowProps {
  readonly announcement: Announcement;
  readonly onDismiss: () => void;
}

/** One line; the rest of a longer text opens. */
function Row({ announcement: { texts, level }, onDismiss }: RowProps) {
  const { t, language: shown } = useLocale();
  const language = spoken(shown, 'mails');
  const words = useRef<HTMLParagraphElement>(null);
  const [open, setOpen] = useState(false);
  const [isLong, setLong] = useState(false);
  const text = texts.find((one) => one.language === language) ?? texts[0];

  // biome-ignore lint/correctness/useExhaustiveDependencies: another text may need less room
  useLayoutEffect(() => {
    const measure = () => {
      const { scrollWidth = 0, clientWidth = 0 } = words.current ?? {};
      setLong(scrollWidth > clientWidth);
    };
    measure();
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, [text]);

  const Icon = level === 'IMPORTANT' ? TriangleAlert : Info;
  return (
    <div className={`announcement announcement--${level.toLowerCase()}`} data-open={open}>
      <div className="announcement__inner page">
        <Icon aria-hidden="true" />
        <p ref={words} className="announcement__text" lang={text?.language}>
          <LinkedText text={text?.text ?? ''} />
        </p>
        {(isLong || open) && (
          <IconButton
            icon={ChevronDown}
            aria-expanded={open}
            label={t('shell.announcementWhole')}
            onClick={() => setOpen(!open)}
          />
        )}
        <IconButton icon={X} label={t('shell.announcementDismiss')} onClick={onDismiss} />
      </div>
    </div>
  );
}

/** More than a person has dismissed in the longest time that an announcement lasts. */
const MAX_DISMISSALS = 50;
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;
const NONE: readonly Announcement[] = [];

let shown: readonly Announcement[] | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

// A refreshed user comes with announcements, and those of one person are not shown to the next.
followSession(refresh);

/** A changed announcement has another mark, so that it is shown again. */
const markOf = ({ id, version }: Announcement) => `${id}:${version}`;

/**
 * The stored announcements that are neither over nor dismissed here; the next change is timed. `public/preferences.js`
 * reads them the same way.
 */
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

function dismissAnnouncement(announcement: Announcement): void {
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
function useAnnouncements(): readonly Announcement[] {
  return useSyncExternalStore(follow, current, () => NONE);
}
