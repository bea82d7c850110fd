import { spoken } from '@volant/proto/text/languages';
import { ChevronDown, Info, TriangleAlert, X } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { type Announcement, dismissAnnouncement, useAnnouncements } from '../../api/announcements.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import { useSession } from '../../session/use-session.ts';
import { LinkedText } from '../../ui/linked-text.tsx';
import './announcements.css';
import { IconButton } from '../../ui/button.tsx';

/**
 * Announcements above the header, for signed-in people. Nothing moves by itself: those that this browser knew before
 * the first paint have a reserved place (`--announced`), one that arrives later lies over the header until the next
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
