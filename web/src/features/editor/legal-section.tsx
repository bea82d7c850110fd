import { useTranslation } from 'react-i18next';
import { TextArea } from '../../ui/text-field.tsx';
import { Fold, type Folds } from './section.tsx';
import type { EditorModel } from './use-editor.ts';

export function LegalSection({ editor, folds }: { readonly editor: EditorModel; readonly folds: Folds }) {
  const { t } = useTranslation();
  return (
    <Fold
      title={t('editor.legalNotice')}
      folds={folds}
      summary={editor.values.legalNotice.trim() || t('editor.summary.noLegalNotice')}
      refused={editor.errorOf('legalNotice') !== undefined}
    >
      <TextArea {...editor.field('legalNotice')} label={t('editor.legalNotice')} hint={t('editor.legalNoticeHint')} />
    </Fold>
  );
}
