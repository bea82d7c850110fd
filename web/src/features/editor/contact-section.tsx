import { CONTACT_FIELDS, isNumber } from '@volant/proto/contact/contacts';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '../../ui/checkbox.tsx';
import { ContactField } from './contact-field.tsx';
import { Section } from './section.tsx';
import type { EditorModel } from './use-editor.ts';

/** The contacts beside the numbers, and the requests for rides that use them all. */
export function ContactSection({ editor }: { readonly editor: EditorModel }) {
  const { t } = useTranslation();
  return (
    <Section title={t('editor.section.contact')} hint={t('editor.section.contactHint')}>
      {CONTACT_FIELDS.filter((name) => !isNumber(name)).map((name) => (
        <ContactField key={name} editor={editor} name={name} />
      ))}
      <Checkbox
        {...editor.form.register('rideRequests')}
        label={t('editor.rideRequests')}
        hint={t('editor.rideHint')}
      />
    </Section>
  );
}
