import { DISPLAY_STYLES } from '@volant/proto/profile/profile';
import { useTranslation } from 'react-i18next';
import { AccentChoice } from './accent-choice.tsx';
import { Section } from './section.tsx';
import { StyleSketch } from './style-sketch.tsx';
import type { EditorModel } from './use-editor.ts';

export function StyleSection({ editor }: { readonly editor: EditorModel }) {
  const { t } = useTranslation();
  const texts = t('editor.style', { returnObjects: true });
  return (
    <Section title={t('editor.section.style')}>
      <div className="style-choices">
        {DISPLAY_STYLES.map((style) => (
          <label key={style} className="style-choice">
            <input {...editor.form.register('displayStyle')} type="radio" value={style} />
            <StyleSketch style={style} />
            <span className="style-choice__name">{texts[style].name}</span>
            <span className="style-choice__hint">{texts[style].hint}</span>
          </label>
        ))}
      </div>
      <AccentChoice editor={editor} />
    </Section>
  );
}
