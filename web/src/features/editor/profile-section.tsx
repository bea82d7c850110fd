import { useTranslation } from 'react-i18next';
import { PictureField } from '../../ui/picture-field.tsx';
import { TextArea, TextField } from '../../ui/text-field.tsx';
import { LIMITS } from './editor-values.ts';
import { Section } from './section.tsx';
import type { EditorModel } from './use-editor.ts';

export function ProfileSection({ editor }: { readonly editor: EditorModel }) {
  const { t } = useTranslation();
  const { form, attempt, errorOf, progress } = editor;
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
        {...form.register('displayName')}
        label={t('editor.displayName')}
        hint={t('editor.displayNameHint')}
        maxLength={LIMITS.text}
        required
        error={errorOf('displayName')}
      />
      <TextField
        {...form.register('name')}
        label={t('editor.name')}
        autoComplete="name"
        maxLength={LIMITS.text}
        required
        error={errorOf('name')}
      />
      <TextField
        {...form.register('company')}
        label={t('editor.company')}
        autoComplete="organization"
        maxLength={LIMITS.text}
        error={errorOf('company')}
      />
      <TextArea
        {...form.register('bio')}
        label={t('editor.bio')}
        hint={t('editor.bioHint')}
        maxLength={LIMITS.bio}
        error={errorOf('bio')}
      />
      <TextArea
        {...form.register('legalNotice')}
        label={t('editor.legalNotice')}
        hint={t('editor.legalNoticeHint')}
        maxLength={LIMITS.text}
        error={errorOf('legalNotice')}
      />
    </Section>
  );
}
