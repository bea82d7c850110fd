import { useApolloClient } from '@apollo/client/react';
import { LANGUAGES } from '@volant/proto/text/languages';
import { useTranslation } from 'react-i18next';
import * as v from 'valibot';
import { instantOfZoneTime, zoneTime } from '../../../i18n/zone-time.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FailureNotice } from '../../../ui/notice.tsx';
import { RestoredNotice } from '../../../ui/restored-notice.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextArea, TextField } from '../../../ui/text-field.tsx';
import { type Refusal, useSend } from '../../../ui/use-checked-form.ts';
import { useDraftForm } from '../../../ui/use-draft-form.ts';
import {
  type AnnouncementAudience,
  type AnnouncementLevel,
  type AnnouncementRowFragment,
  ChangeAnnouncementDocument,
  CreateAnnouncementDocument,
} from './announcements.generated.ts';

const WRITTEN_IN = ['fr', 'en'] as const;
/** Without it, browsers take years of six digits. */
const LAST_TIME = '9999-12-31T23:59';

const schema = v.object({
  ...{ fr: v.string(), en: v.string(), from: v.string(), end: v.string() },
  audience: v.picklist(['EVERYBODY', 'DRIVERS', 'STAFF']),
  level: v.picklist(['INFORMATION', 'IMPORTANT']),
});
type Values = v.InferOutput<typeof schema>;

function check({ fr, en, end }: Values): Refusal<Values> | undefined {
  const empty = 'adminAnnouncements.textEmpty';
  if (fr.trim() === '') return { summary: empty, fields: { fr: empty } };
  if (en.trim() === '') return { summary: empty, fields: { en: empty } };
  if (end !== '') return undefined;
  return { summary: 'adminAnnouncements.endEmpty', fields: { end: 'adminAnnouncements.endEmpty' } };
}

interface AnnouncementDialogProps {
  /** Absent: writes one. */
  readonly announcement: AnnouncementRowFragment | undefined;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

export default function AnnouncementDialog({ announcement, onSaved, onClose }: AnnouncementDialogProps) {
  const { t } = useTranslation();
  const client = useApolloClient();
  const audiences: Readonly<Record<AnnouncementAudience, string>> = t('adminAnnouncements.audiences', {
    returnObjects: true,
  });
  const levels: Readonly<Record<AnnouncementLevel, string>> = t('adminAnnouncements.levels', { returnObjects: true });
  const textIn = (language: string) => announcement?.texts.find((one) => one.language === language)?.text ?? '';
  const start: Values = {
    ...{ fr: textIn('fr'), en: textIn('en') },
    from: announcement === undefined ? '' : zoneTime(announcement.from),
    end: announcement === undefined ? '' : zoneTime(announcement.end),
    ...{ audience: announcement?.audience ?? 'EVERYBODY', level: announcement?.level ?? 'INFORMATION' },
  };
  const draft = useDraftForm<Values>(`announcement:${announcement?.id ?? 'new'}`, schema, start, check);
  const { form, attempt, failure, field, submit } = draft;
  const { run, busy } = useSend(
    draft,
    'adminAnnouncements.saveFailed',
    async ({ fr, en, from, end, audience, level }) => {
      // A field that was not touched keeps the seconds it does not show.
      const instantOf = (field: 'from' | 'end', value: string) =>
        announcement !== undefined && value === start[field] ? announcement[field] : instantOfZoneTime(value);
      const input = {
        texts: [
          { language: 'fr', text: fr },
          { language: 'en', text: en },
        ],
        from: from === '' ? null : instantOf('from', from),
        end: instantOf('end', end),
        ...{ audience, level },
      };
      await (announcement === undefined
        ? client.mutate({ mutation: CreateAnnouncementDocument, variables: { input } })
        : client.mutate({ mutation: ChangeAnnouncementDocument, variables: { id: announcement.id, input } }));
      draft.forget();
      onSaved();
      onClose();
    },
  );
  return (
    // A tap outside must not lose what was typed.
    <Dialog
      title={t(announcement === undefined ? 'adminAnnouncements.add' : 'adminAnnouncements.change')}
      close={t('adminAnnouncements.close')}
      dismissable={false}
      onClose={onClose}
    >
      <form className="form" noValidate onSubmit={submit(run)}>
        {draft.restored && <RestoredNotice onDiscard={draft.discard} />}
        <FailureNotice key={attempt} failure={failure} />
        {WRITTEN_IN.map((language) => (
          <TextArea
            key={language}
            {...field(language)}
            label={t('adminAnnouncements.text', { language: LANGUAGES[language].name })}
            hint={t('adminAnnouncements.textHint')}
            lang={language}
            rows={3}
            required
          />
        ))}
        <TextField
          {...field('from')}
          label={t('adminAnnouncements.from')}
          hint={t('adminAnnouncements.fromHint')}
          type="datetime-local"
          max={LAST_TIME}
        />
        <TextField
          {...field('end')}
          label={t('adminAnnouncements.until')}
          hint={t('adminAnnouncements.endHint')}
          type="datetime-local"
          max={LAST_TIME}
          required
        />
        <SelectField
          {...form.register('audience')}
          label={t('adminAnnouncements.audience')}
          options={Object.entries(audiences)}
        />
        <SelectField
          {...form.register('level')}
          label={t('adminAnnouncements.level')}
          options={Object.entries(levels)}
        />
        <div className="modal__actions">
          <Button type="submit" busy={busy}>
            {t('adminAnnouncements.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
