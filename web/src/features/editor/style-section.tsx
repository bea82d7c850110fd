import { useTranslation } from 'react-i18next';
import { accentName } from '../../public-page/view/accents.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Fold, type Folds } from './section.tsx';
import type { EditorModel } from './use-editor.ts';

const StyleChoices = lazyPart(() => import('./style-choices.tsx'));

export function StyleSection({ editor, folds }: { readonly editor: EditorModel; readonly folds: Folds }) {
  const { t } = useTranslation();
  const title = t('editor.section.style');
  const texts = t('editor.style', { returnObjects: true });
  const accents = t('editor.accents', { returnObjects: true });
  const { displayStyle, accent } = editor.values;
  return (
    <Fold
      title={title}
      folds={folds}
      summary={`${texts[displayStyle].name} · ${accents[accentName(accent) ?? 'own']}`}
      refused={(['displayStyle', 'accent'] as const).some((field) => editor.errorOf(field) !== undefined)}
    >
      {folds.open.includes(title) && <StyleChoices editor={editor} />}
    </Fold>
  );
}
