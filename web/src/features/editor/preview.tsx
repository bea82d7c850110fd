import { useTranslation } from 'react-i18next';
import { pictureUrl } from '../../api/origin.ts';
import { useObjectUrl } from '../../ui/use-object-url.ts';
import { usePart } from '../../ui/use-part.ts';
import { blocksOf, type EditorValues } from './editor-values.ts';
import '../public-page/public-page.css';
import './preview.css';

const load = () => import('../public-page/public-page.tsx').then(({ PublicPage }) => ({ default: PublicPage }));

interface PreviewProps {
  readonly values: EditorValues;
}

/** The page as passengers will see it, following every key. Nothing in it can be pressed and nothing is counted. */
export function Preview({ values }: PreviewProps) {
  const { t, i18n } = useTranslation();
  const { path, file } = values.picture;
  const chosen = useObjectUrl(file);
  const { Part: PublicPage, failed } = usePart(load);
  return (
    <section className="preview" aria-labelledby="preview-title">
      <h2 id="preview-title" className="preview__title">
        {t('editor.previewTitle')}
      </h2>
      <div className="preview__phone">
        <div className="preview__screen" inert>
          {failed && <p className="field__hint">{t('failure.noAnswer')}</p>}
          {PublicPage !== undefined && (
            <PublicPage
              profile={blocksOf(values)}
              displayName={values.displayName}
              avatar={file === undefined ? path && pictureUrl(path) : chosen}
              language={i18n.language === 'en' ? 'en' : 'fr'}
              heading="h2"
              footer={false}
            />
          )}
        </div>
      </div>
      <p className="preview__note">{t('editor.previewNote')}</p>
    </section>
  );
}
