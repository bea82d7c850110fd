import { Pipette } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ACCENTS, OWN_GREEN } from '../../public-page/view/accents.ts';
import { Button } from '../../ui/button.tsx';
import { useObjectUrl } from '../../ui/use-object-url.ts';
import { photoColor } from './photo-color.ts';
import type { EditorModel } from './use-editor.ts';
import './accent-choice.css';

const OFFERED: readonly string[] = Object.values(ACCENTS);

/** The accent colour of the page: one of a few, or that of the photo. */
export function AccentChoice({ editor }: { readonly editor: EditorModel }) {
  const { t } = useTranslation();
  const names = t('editor.accents', { returnObjects: true });
  const { accent, picture } = editor.values;
  const chosen = useObjectUrl(picture.file);
  const photo = picture.file === undefined ? picture.path : chosen;
  const [failed, setFailed] = useState(false);
  const takeFrom = (address: string) =>
    photoColor(address).then(
      (color) => {
        setFailed(false);
        editor.form.setValue('accent', color);
      },
      () => setFailed(true),
    );
  const choices = [
    ...Object.entries(ACCENTS).map(([name, color]) => ({ name: names[name as keyof typeof ACCENTS], color })),
    ...(OFFERED.includes(accent) ? [] : [{ name: names.own, color: accent }]),
  ];
  return (
    <fieldset className="accent-choice">
      <legend className="field__label">{t('editor.accent')}</legend>
      <div className="cluster">
        {choices.map(({ name, color }) => (
          <label key={color} className="accent-choice__color" title={name}>
            <input {...editor.form.register('accent')} type="radio" value={color} />
            <span style={{ backgroundColor: color || OWN_GREEN }} aria-hidden="true" />
            <span className="visually-hidden">{name}</span>
          </label>
        ))}
      </div>
      {photo && (
        <Button look="secondary" icon={Pipette} onClick={() => void takeFrom(photo)}>
          {t('editor.accentOfPhoto')}
        </Button>
      )}
      <p className="field__hint" role="status">
        {failed ? t('editor.accentFailed') : t('editor.accentHint')}
      </p>
    </fieldset>
  );
}
