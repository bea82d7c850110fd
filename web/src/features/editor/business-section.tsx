import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { businessFields } from './business-values.ts';
import { Fold, type Folds } from './section.tsx';
import type { EditorModel } from './use-editor.ts';

const BusinessFields = lazyPart(() => import('./business-fields.tsx'));

/** The business with its register numbers, which the legal notice and booking vouchers take. */
export function BusinessSection({ editor, folds }: { readonly editor: EditorModel; readonly folds: Folds }) {
  const { t } = useTranslation();
  const { trade, siren } = editor.values;
  const title = t('editor.section.business');
  const trades = t('editor.trades', { returnObjects: true });
  const named = trade === 'vtc' || trade === 'taxi' ? trades[trade] : '';
  return (
    <Fold
      title={title}
      folds={folds}
      summary={[named, siren.trim()].filter((part) => part !== '').join(' · ') || t('editor.summary.noBusiness')}
      refused={businessFields(trade).some((field) => editor.errorOf(field) !== undefined)}
    >
      {folds.open.includes(title) && <BusinessFields editor={editor} />}
    </Fold>
  );
}
