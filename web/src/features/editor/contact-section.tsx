import { useTranslation } from 'react-i18next';
import { TextField } from '../../ui/text-field.tsx';
import { LIMITS } from './editor-values.ts';
import { Section } from './section.tsx';
import type { EditorModel } from './use-editor.ts';
import { WhatsappField } from './whatsapp-field.tsx';

export function ContactSection({ editor }: { readonly editor: EditorModel }) {
  const { t } = useTranslation();
  const { register } = editor.form;
  return (
    <Section title={t('editor.section.contact')} hint={t('editor.section.contactHint')}>
      <TextField
        {...register('phone')}
        label={t('editor.phone')}
        type="tel"
        autoComplete="tel"
        maxLength={LIMITS.text}
      />
      <WhatsappField editor={editor} />
      <TextField
        {...register('email')}
        label={t('editor.email')}
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        maxLength={LIMITS.text}
      />
      <TextField
        {...register('website')}
        label={t('editor.website')}
        hint={t('editor.websiteHint')}
        inputMode="url"
        autoComplete="url"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={LIMITS.text}
      />
      <TextField
        {...register('instagram')}
        label={t('editor.instagram')}
        hint={t('editor.instagramHint')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={LIMITS.text}
      />
    </Section>
  );
}
