import { useTranslation } from 'react-i18next';
import { FailureText, Notice } from '../../ui/notice.tsx';
import type { EditorModel } from './use-editor.ts';

/** Result of the last save, fixed above the content without covering controls. */
export function EditorBanner({ editor }: { readonly editor: EditorModel }) {
  const { t } = useTranslation();
  const { banner, failure, attempt } = editor;
  return (
    <div className="editor__banner">
      {/* Both live regions are always mounted, because screen readers miss content of a region that is just added. */}
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
