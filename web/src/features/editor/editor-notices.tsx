import { useTranslation } from 'react-i18next';
import { href, Link } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { RestoredNotice } from '../../ui/restored-notice.tsx';
import type { EditorModel } from './use-editor.ts';

/** Notices that stay until the user reacts: a conflict, a restored draft, a version set aside. */
export function EditorNotices({ editor }: { readonly editor: EditorModel }) {
  const { t } = useTranslation();
  return (
    <div className="editor__notices">
      {editor.saved?.state === 'DEACTIVATED' && (
        <Notice tone="danger" text={t('editor.deactivated')}>
          <p>
            {t('editor.deactivatedReason')}{' '}
            <Link to={href('/history/:id', { id: editor.saved.id })}>{t('editor.deactivatedWhy')}</Link>
          </p>
        </Notice>
      )}
      {editor.conflict && (
        <Notice
          tone="danger"
          role="alert"
          text={t('editor.conflict')}
          actions={
            <>
              <Button onClick={() => void editor.keepMine()}>{t('editor.keepMine')}</Button>
              <Button look="secondary" onClick={() => void editor.takeTheirs()}>
                {t('editor.takeTheirs')}
              </Button>
            </>
          }
        >
          <p>{t('editor.conflictHint')}</p>
        </Notice>
      )}
      {editor.setAside !== undefined && (
        <Notice
          tone="info"
          role="status"
          actions={
            <Button look="secondary" onClick={editor.takeBack}>
              {t('editor.takeBack')}
            </Button>
          }
        >
          <p>{t('editor.setAside')}</p>
        </Notice>
      )}
      {editor.restored && !editor.conflict && <RestoredNotice onDiscard={editor.discardDraft} />}
    </div>
  );
}
