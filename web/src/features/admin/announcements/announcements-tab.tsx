import { useApolloClient, useQuery } from '@apollo/client/react';
import { spoken } from '@volant/proto/text/languages';
import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../../api/failure.ts';
import { useLocale } from '../../../i18n/use-locale.ts';
import { ExportButton } from '../../../lists/export-button.tsx';
import { type ListExport, rowsOf } from '../../../lists/export-list.ts';
import { refreshUser } from '../../../session/auth.ts';
import { Button } from '../../../ui/button.tsx';
import { confirmed } from '../../../ui/confirmed.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { LinkedText } from '../../../ui/linked-text.tsx';
import { FailureNotice } from '../../../ui/notice.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { Loaded } from '../loaded.tsx';
import {
  AllAnnouncementsDocument,
  type AnnouncementRowFragment,
  EndAnnouncementDocument,
} from './announcements.generated.ts';

const AnnouncementDialog = lazyPart(() => import('./announcement-dialog.tsx'));
const PARTS = ['PLANNED', 'ACTIVE', 'OVER'] as const;

function partOf({ from, end }: AnnouncementRowFragment, now: number): (typeof PARTS)[number] {
  if (Date.parse(end) <= now) return 'OVER';
  return Date.parse(from) > now ? 'PLANNED' : 'ACTIVE';
}

const textIn = (language: string, { texts }: AnnouncementRowFragment) =>
  texts.find((one) => one.language === language)?.text ?? '';

const EXPORTED: ListExport<AnnouncementRowFragment> = {
  columns: [
    { head: 'adminBatches.idHead', value: ({ id }) => id },
    { head: 'adminAnnouncements.from', value: ({ from }) => from },
    { head: 'adminAnnouncements.until', value: ({ end }) => end },
    { head: 'adminAnnouncements.audience', value: ({ audience }) => audience },
    { head: 'adminAnnouncements.level', value: ({ level }) => level },
    { head: 'adminAnnouncements.frenchHead', value: (one) => textIn('fr', one) },
    { head: 'adminAnnouncements.englishHead', value: (one) => textIn('en', one) },
  ],
};

/** Announcements to signed-in people: planned, present and past. */
export default function AnnouncementsTab() {
  const { t } = useTranslation();
  const [edited, setEdited] = useState<AnnouncementRowFragment | 'new'>();
  const query = useQuery(AllAnnouncementsDocument);
  const addButton = useRef<HTMLButtonElement>(null);
  const parts = t('adminAnnouncements.part', { returnObjects: true });
  const now = Date.now();
  const onChanged = () => {
    void query.refetch().catch(() => {});
    // Updates the banner above this screen.
    void refreshUser();
  };
  return (
    <section className="stack gap-3" aria-label={t('adminAnnouncements.title')}>
      <p className="admin__hint">{t('adminAnnouncements.hint')}</p>
      <Loaded of={query} failed="adminAnnouncements.failed" waiting="adminAnnouncements.loading" height="12rem">
        {({ allAnnouncements: announcements }) => (
          <>
            <div className="cluster gap-2-3">
              <Button icon={Plus} ref={addButton} onClick={() => setEdited('new')}>
                {t('adminAnnouncements.add')}
              </Button>
              <ExportButton
                name="announcements"
                exported={EXPORTED}
                total={announcements.length}
                read={async () => rowsOf(EXPORTED, announcements)}
              />
            </div>
            {announcements.length === 0 && <p>{t('adminAnnouncements.none')}</p>}
            {PARTS.map((part) => {
              const some = announcements.filter((one) => partOf(one, now) === part);
              return (
                some.length > 0 && (
                  <section key={part} className="stack gap-3" aria-labelledby={`announcements-${part}`}>
                    <h2 id={`announcements-${part}`}>{parts[part]}</h2>
                    {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the list without it */}
                    <ul role="list">
                      {some.map((one) => (
                        <Item
                          key={one.id}
                          announcement={one}
                          isOver={part === 'OVER'}
                          onEdit={() => setEdited(one)}
                          onEnded={() => {
                            // Its own button goes with it.
                            addButton.current?.focus();
                            onChanged();
                          }}
                        />
                      ))}
                    </ul>
                  </section>
                )
              );
            })}
          </>
        )}
      </Loaded>
      {edited !== undefined && (
        <AnnouncementDialog
          announcement={edited === 'new' ? undefined : edited}
          onSaved={onChanged}
          onClose={() => setEdited(undefined)}
        />
      )}
    </section>
  );
}

interface ItemProps {
  readonly announcement: AnnouncementRowFragment;
  readonly isOver: boolean;
  readonly onEdit: () => void;
  readonly onEnded: () => void;
}

function Item({ announcement, isOver, onEdit, onEnded }: ItemProps) {
  const { t, format, language: shown } = useLocale();
  const language = spoken(shown, 'mails');
  const client = useApolloClient();
  const { id, from, end, audience, level, changes } = announcement;
  const text = textIn(language, announcement);
  const audiences = t('adminAnnouncements.audiences', { returnObjects: true });
  const levels = t('adminAnnouncements.levels', { returnObjects: true });
  const acts = t('adminAnnouncements.act', { returnObjects: true });
  const { run, busy, failure } = useAction(
    async () => {
      const question = { text: t('adminAnnouncements.confirmEnd', { text }), action: t('adminAnnouncements.end') };
      if (!(await confirmed(question))) return;
      await client.mutate({ mutation: EndAnnouncementDocument, variables: { id } });
      onEnded();
    },
    (error) => failureOf(error, 'adminAnnouncements.ended'),
  );
  const said = [
    t('adminAnnouncements.period', { from: format.dayAndTime(from), end: format.dayAndTime(end) }),
    audiences[audience],
    levels[level],
  ];
  return (
    <li className="stack gap-2 admin-item">
      <p lang={language}>
        <LinkedText text={text} />
      </p>
      <p className="admin-item__facts">{said.join(' · ')}</p>
      <FailureNotice failure={failure} />
      {!isOver && (
        <div className="cluster gap-2-3">
          <Button look="secondary" aria-label={t('adminAnnouncements.changeOf', { text })} onClick={onEdit}>
            {t('adminAnnouncements.changeShort')}
          </Button>
          <Button
            look="quiet"
            busy={busy}
            aria-label={t('adminAnnouncements.endOf', { text })}
            onClick={() => void run()}
          >
            {t('adminAnnouncements.end')}
          </Button>
        </div>
      )}
      <details className="admin-item__facts">
        <summary>{t('adminAnnouncements.history')}</summary>
        <ol>
          {changes.map(({ act, at, by }) => (
            <li key={at}>
              {t('adminAnnouncements.entry', {
                act: acts[act],
                name: by?.username ?? t('adminAnnouncements.somebody'),
                time: format.dayAndTime(at),
              })}
            </li>
          ))}
        </ol>
      </details>
    </li>
  );
}
