import { CONTACT_FIELDS, isNumber } from '@volant/proto/contact/contacts';
import { useEffect, useState } from 'react';
import { useLocale } from '../../i18n/use-locale.ts';
import { accentProperties } from '../../public-page/view/accent-properties.ts';
import { PublicPage } from '../../public-page/view/public-page.tsx';
import { labelFor } from '../../public-page/view/workspace-items.ts';
import { useObjectUrl } from '../../ui/use-object-url.ts';
import { blocksOf, type EditorValues } from './editor-values.ts';
import '../../public-page/view/public-page.css';

/** Of the range that is never given to anybody. */
const EXAMPLE_NUMBER = '+33 6 39 98 00 00';

export interface PreviewProps {
  readonly values: EditorValues;
}

/** With numbers as a save stores them, and passengers see them. */
function useGrouped(profile: ReturnType<typeof blocksOf>): ReturnType<typeof blocksOf> {
  const [group, setGroup] = useState<(number: string) => string>();
  const ungrouped = CONTACT_FIELDS.filter((name) => isNumber(name) && /^\+\d{5}/.test(profile[name]));
  const isNeeded = ungrouped.length > 0;
  useEffect(() => {
    if (!isNeeded) return;
    // Without the rules, on a bad connection, numbers stay ungrouped here and in a save.
    import('../../ui/grouped-number.ts').then(
      ({ groupedNumber }) => setGroup(() => groupedNumber),
      () => undefined,
    );
  }, [isNeeded]);
  if (group === undefined) return profile;
  return { ...profile, ...Object.fromEntries(ungrouped.map((name) => [name, group(profile[name])])) };
}

/** The public page with the form's values. It is inert, and no events are recorded. */
export default function PreviewScreen({ values }: PreviewProps) {
  const { t, language } = useLocale();
  const { path, file } = values.picture;
  const chosen = useObjectUrl(file);
  const profile = useGrouped(blocksOf(values));
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
