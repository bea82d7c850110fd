import { useTranslation } from 'react-i18next';
import { PictureField } from '../../ui/picture-field.tsx';
import { TextArea, TextField } from '../../ui/text-field.tsx';
import { Section } from './section.tsx';
import type { EditorModel } from './use-editor.ts';

export function ProfileSection({ editor }: { readonly editor: EditorModel }) {
  const { t } = useTranslation();
  const { form, attempt, errorOf, field, progress } = editor;
  const { name, picture } = editor.values;
  return (
    <Section title={t('editor.section.profile')} hint={t('editor.section.profileHint')}>
      <PictureField
        picture={picture}
        name={name}
        onChange={(chosen) => form.setValue('picture', chosen)}
        progress={progress}
        attempt={attempt}
        error={errorOf('picture')}
      />
      <TextField
        {...field('displayName')}
        label={t('editor.displayName')}
        hint={t('editor.displayNameHint')}
        required
      />
      <TextField {...field('name')} label={t('editor.name')} autoComplete="name" required />
      <TextField {...field('company')} label={t('editor.company')} autoComplete="organization" />
      <TextArea {...field('bio')} label={t('editor.bio')} hint={t('editor.bioHint')} />
      <TextArea {...field('legalNotice')} label={t('editor.legalNotice')} hint={t('editor.legalNoticeHint')} />
    </Section>
  );
}
