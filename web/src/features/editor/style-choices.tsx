import { DISPLAY_STYLES } from '@volant/proto/profile/profile';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AccentChoice } from './accent-choice.tsx';
import type { EditorValues } from './editor-values.ts';
import type { EditorModel } from './use-editor.ts';

/** Style and colour, loaded when their section opens. */
export default function StyleChoices({ editor }: { readonly editor: EditorModel }) {
  const { t } = useTranslation();
  const texts = t('editor.style', { returnObjects: true });
  return (
    <>
      <div className="style-choices stack gap-3">
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
    </>
  );
}

const rows = [24, 34, 44];

const drawings: Record<EditorValues['displayStyle'], ReactNode> = {
  modern: (
    <>
      {/* Modern: a card with a portrait, the call button, and tiles in two columns. */}
      <rect className="style-sketch__line" x="5" y="5" width="38" height="16" rx="2.5" />
      <path className="style-sketch__soft" d="M28 5h12.5a2.5 2.5 0 0 1 2.5 2.5v11a2.5 2.5 0 0 1-2.5 2.5H28Z" />
      <rect className="style-sketch__strong" x="8" y="14" width="14" height="3.5" rx="1" />
      <rect className="style-sketch__strong" x="5" y="24.5" width="38" height="8.5" rx="2.5" />
      {[36.5, 44.5].map((y) => (
        <g key={y}>
          <rect className="style-sketch__line" x="5" y={y} width="17.5" height="6" rx="1.5" />
          <rect className="style-sketch__line" x="25.5" y={y} width="17.5" height="6" rx="1.5" />
        </g>
      ))}
    </>
  ),
  minimal: (
    <>
      {/* Minimal: a name beside a small portrait, then labels and values on hairlines. */}
      <rect className="style-sketch__strong" x="5" y="8" width="21" height="4.5" rx="1" />
      <circle className="style-sketch__soft" cx="38.5" cy="10.5" r="4.5" />
      {rows.map((y) => (
        <g key={y}>
          <rect className="style-sketch__soft" x="5" y={y} width="10" height="2.5" rx="1" />
          <rect className="style-sketch__strong" x="21" y={y} width="22" height="2.5" rx="1" />
          <path className="style-sketch__line" d={`M5 ${y + 6}h38`} />
        </g>
      ))}
    </>
  ),
  buttons: (
    <>
      {/* Buttons: a portrait, then full-width surfaces. */}
      <circle className="style-sketch__soft" cx="24" cy="11" r="6" />
      {rows.map((y) => (
        <rect key={y} className="style-sketch__strong" x="5" y={y - 3} width="38" height="8.5" rx="3" />
      ))}
    </>
  ),
};

function StyleSketch({ style }: { readonly style: EditorValues['displayStyle'] }) {
  return (
    <svg className="style-sketch" viewBox="0 0 48 56" aria-hidden="true">
      <rect className="style-sketch__page" x="0.75" y="0.75" width="46.5" height="54.5" rx="5" />
      {drawings[style]}
    </svg>
  );
}
