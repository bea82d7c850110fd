import { useTranslation } from 'react-i18next';
import { FailureText, Notice } from '../../ui/notice.tsx';
import type { EditorModel } from './use-editor.ts';

/** How the last save went, above everything and in nobody's way. */
export function EditorBanner({ editor }: { readonly editor: EditorModel }) {
  const { t } = useTranslation();
  const { banner, failure, attempt } = editor;
  return (
    <div className="editor__banner">
      {/* Both regions stand there from the start, or a screen reader would miss what appears in them. */}
      <div role="status">
        {banner.shown && (
          <Notice tone="success">
            <p className="notice__text">{t('editor.saved')}</p>
          </Notice>
        )}
      </div>
      <div role="alert" key={attempt}>
        {failure !== undefined && (
          <Notice tone="danger">
            <FailureText failure={failure} />
          </Notice>
        )}
      </div>
    </div>
  );
}
