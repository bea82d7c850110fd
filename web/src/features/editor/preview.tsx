import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { PreviewProps } from './preview-screen.tsx';
import './preview.css';

const PreviewScreen = lazyPart(() => import('./preview-screen.tsx'), <div className="preview__screen" />);

export function Preview({ values }: PreviewProps) {
  const { t } = useTranslation();
  return (
    <section className="preview" aria-labelledby="preview-title">
      <h2 id="preview-title" className="preview__title">
        {t('editor.previewTitle')}
      </h2>
      <div className="preview__phone">
        <PreviewScreen values={values} />
      </div>
      <p className="preview__note">{t('editor.previewNote')}</p>
    </section>
  );
}
