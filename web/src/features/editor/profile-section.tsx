import { CONTACT_FIELDS, isNumber } from '@volant/proto/contact/contacts';
import { useTranslation } from 'react-i18next';
import { PictureField } from '../../ui/picture-field.tsx';
import { TextArea, TextField } from '../../ui/text-field.tsx';
import { ContactField } from './contact-field.tsx';
import { Section } from './section.tsx';
import type { EditorModel } from './use-editor.ts';

export function ProfileSection({ editor }: { readonly editor: EditorModel }) {
  const { t } = useTranslation();
  const { form, attempt, errorOf, field, progress } = editor;
  const { name, picture } = editor.values;
  return (
    <Section title={t('editor.section.profile')}>
      <PictureField
        picture={picture}
        name={name}
        onChange={(chosen) => form.setValue('picture', chosen)}
        progress={progress}
        attempt={attempt}
        error={errorOf('picture')}
      />
      <TextField {...field('name')} label={t('editor.name')} autoComplete="name" required />
      {CONTACT_FIELDS.filter(isNumber).map((number) => (
        <ContactField key={number} editor={editor} name={number} />
      ))}
      <TextField {...field('company')} label={t('editor.company')} autoComplete="organization" />
      <TextArea {...field('bio')} label={t('editor.bio')} hint={t('editor.bioHint')} />
    </Section>
  );
}
