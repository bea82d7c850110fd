import { useLocale } from '../../i18n/use-locale.ts';
import { useObjectUrl } from '../../ui/use-object-url.ts';
import { accentProperties } from '../public-page/accent-properties.ts';
import { PublicPage } from '../public-page/public-page.tsx';
import { labelFor } from '../public-page/trade-items.ts';
import { blocksOf, type EditorValues } from './editor-values.ts';
import '../public-page/public-page.css';

/** Of the range that is never given to anybody. */
const EXAMPLE_NUMBER = '+33 6 39 98 00 00';

export interface PreviewProps {
  readonly values: EditorValues;
}

/** The public page with the form's values. It is inert, and no events are recorded. */
export default function PreviewScreen({ values }: PreviewProps) {
  const { t, language } = useLocale();
  const { path, file } = values.picture;
  const chosen = useObjectUrl(file);
  const profile = blocksOf(values);
  // Until there is a name, the page shows where things will stand instead of an empty ring.
  const filled =
    profile.name === ''
      ? { ...profile, name: t('editor.steps.cardName'), phone: profile.phone || EXAMPLE_NUMBER }
      : profile;
  return (
    <div className="preview__screen" inert style={accentProperties(values.accent)}>
      <PublicPage
        profile={filled}
        displayName={values.displayName}
        avatar={file === undefined ? path : chosen}
        language={language}
        texts={t('page', { returnObjects: true })}
        labelOf={labelFor(language)}
        heading="h2"
        footer={false}
      />
    </div>
  );
}
