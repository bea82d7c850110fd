import { useTranslation } from 'react-i18next';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

export function EditorSkeleton() {
  const { t } = useTranslation();
  return (
    <div className="editor" aria-busy="true">
      <div className="editor__bar">
        <PageHeading title={t('editor.titleExisting')} className="editor__title" />
      </div>
      <div className="editor__columns">
        <div className="editor__form">
          <Skeleton width="100%" height="9rem" />
          <Skeleton width="100%" height="22rem" />
          <Skeleton width="100%" height="26rem" />
        </div>
      </div>
    </div>
  );
}
