import { type Control, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { pictureUrl } from '../../api/origin.ts';
import { useObjectUrl } from '../../ui/use-object-url.ts';
import { PublicPage } from '../public-page/public-page.tsx';
import { blocksOf, type EditorValues } from './editor-values.ts';
import '../public-page/public-page.css';
import './preview.css';

interface PreviewProps {
  readonly control: Control<EditorValues>;
}

/** The page as passengers will see it, following every key. Nothing in it can be pressed and nothing is counted. */
export function Preview({ control }: PreviewProps) {
  const { t, i18n } = useTranslation();
  const values = useWatch({ control }) as EditorValues;
  const { path, file } = values.picture;
  const chosen = useObjectUrl(file);
  return (
    <section className="preview" aria-labelledby="preview-title">
      <h2 id="preview-title" className="preview__title">
        {t('editor.previewTitle')}
      </h2>
      <div className="preview__phone">
        <div className="preview__screen" inert>
          <PublicPage
            profile={blocksOf(values)}
            displayName={values.displayName}
            avatar={file === undefined ? path && pictureUrl(path) : chosen}
            language={i18n.language === 'en' ? 'en' : 'fr'}
            heading="h2"
            footer={false}
          />
        </div>
      </div>
      <p className="preview__note">{t('editor.previewNote')}</p>
    </section>
  );
}
