import { useTranslation } from 'react-i18next';
import { FieldSkeleton, PictureSkeleton } from '../../ui/field-skeleton.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Section } from './section.tsx';

/** Placeholder of the editor, one document for all widths; styles hide what a width does not show. */
export function EditorSkeleton() {
  const { t } = useTranslation();
  return (
    <div className="editor editor--waiting" aria-busy="true">
      <div className="editor__head">
        <PageHeading title={t('editor.titleExisting')} className="editor__title" />
        <Skeleton width="8rem" height="2.75rem" />
      </div>
      <div className="editor__bar">
        <Skeleton width="100%" height="4.5rem" />
      </div>
      <div className="editor__columns">
        <div className="editor__form">
          <Section title={t('editor.section.profile')} hint={t('editor.section.profileHint')}>
            <PictureSkeleton />
            <FieldSkeleton label={t('editor.displayName')} hint={t('editor.displayNameHint')} />
            <FieldSkeleton label={t('editor.name')} />
            <FieldSkeleton label={t('editor.company')} />
            <FieldSkeleton label={t('editor.bio')} hint={t('editor.bioHint')} height="6.5rem" />
            <FieldSkeleton label={t('editor.legalNotice')} hint={t('editor.legalNoticeHint')} height="6.5rem" />
          </Section>
          <Skeleton width="100%" height="26rem" />
        </div>
        <div className="editor__preview">
          <Skeleton width="100%" height="40rem" />
        </div>
      </div>
    </div>
  );
}
