import { useTranslation } from 'react-i18next';
import type { TextKey } from '../../i18n/text-key.ts';
import type { EditorValues } from './editor-values.ts';
import { Section } from './section.tsx';
import { StyleSketch } from './style-sketch.tsx';
import type { EditorModel } from './use-editor.ts';

const styles: readonly {
  readonly id: EditorValues['displayStyle'];
  readonly label: TextKey;
  readonly hint: TextKey;
}[] = [
  { id: 'modern', label: 'editor.style.modern', hint: 'editor.style.modernHint' },
  { id: 'minimal', label: 'editor.style.minimal', hint: 'editor.style.minimalHint' },
  { id: 'buttons', label: 'editor.style.buttons', hint: 'editor.style.buttonsHint' },
];

export function StyleSection({ editor }: { readonly editor: EditorModel }) {
  const { t } = useTranslation();
  const { form } = editor;
  return (
    <Section title={t('editor.section.style')}>
      <div className="style-choices">
        {styles.map(({ id, label, hint }) => (
          <label key={id} className="style-choice">
            <input {...form.register('displayStyle')} type="radio" value={id} />
            <StyleSketch style={id} />
            <span className="style-choice__name">{t(label)}</span>
            <span className="style-choice__hint">{t(hint)}</span>
          </label>
        ))}
      </div>
    </Section>
  );
}
