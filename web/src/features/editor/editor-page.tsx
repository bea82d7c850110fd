import { cardIdOf } from '@volant/proto/text/card-id';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { href, useLocation, useNavigate, useParams } from 'react-router';
import { fixedFailure } from '../../api/failure.ts';
import { useScreenQuery } from '../../apollo/use-screen-query.ts';
import { isFromSteps, SAME_SCREEN } from '../../browser/same-screen.ts';
import { STEPS_ANCHOR } from '../../browser/steps-anchor.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { FieldSkeleton, PictureSkeleton } from '../../ui/field-skeleton.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Editor } from './editor.tsx';
import { EditorDocument } from './editor-page.generated.ts';
import { NEW_PAGE, savedOf, valuesOf } from './editor-values.ts';
import { Section } from './section.tsx';
import { firstStepOf } from './step.ts';
import './editor.css';
import './editor-form.css';
import './custom-items.css';

function EditorPage() {
  const { id: given } = useParams();
  const navigate = useNavigate();
  const [made, setMade] = useState<string>();
  const id = cardIdOf(given ?? '') ?? '';
  // After the first save a new page keeps its mounted editor; only the address changes.
  const showAddress = (id: string) => {
    setMade(id);
    return navigate(href('/editor/:id', { id }), { replace: true, state: SAME_SCREEN });
  };
  if (given === undefined || id === made) return <Editor key="new" start={NEW_PAGE} onMade={showAddress} />;
  return <ExistingPage key={id} id={id} />;
}

function ExistingPage({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  const { hash, state } = useLocation();
  // Refetched on each visit; the editor keeps its initial values, so that it does not change while the user types.
  const { data, error, loading, refetch } = useScreenQuery(EditorDocument, {
    variables: { id },
    fetchPolicy: 'network-only',
  });
  if (data === undefined && error === undefined) return <EditorSkeleton />;
  if (data === undefined) {
    return (
      <div className="editor-failed page">
        <PageHeading title={t('editor.titleExisting')} className="screen-title" />
        <FailureNotice
          failure={fixedFailure(error, 'editor.loadFailed')}
          retry={{ loading, refetch }}
          actions={
            <ButtonLink look="quiet" to={href('/dashboard')}>
              {t('editor.toDashboard')}
            </ButtonLink>
          }
        />
      </div>
    );
  }
  const values = valuesOf(data.page);
  return (
    <Editor
      start={{ values, saved: savedOf(data.page) }}
      firstStep={isFromSteps(state) ? undefined : firstStepOf(values, hash === `#${STEPS_ANCHOR}`)}
    />
  );
}

/** Placeholder of the editor, one document for all widths; styles hide what a width does not show. */
function EditorSkeleton() {
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
          <Section title={t('editor.section.profile')}>
            <PictureSkeleton />
            <FieldSkeleton label={t('editor.name')} />
            <FieldSkeleton label={t('editor.phone')} hint={t('editor.numberHint')} />
            <FieldSkeleton label={t('editor.whatsapp')} />
            <FieldSkeleton label={t('editor.company')} />
            <FieldSkeleton label={t('editor.bio')} hint={t('editor.bioHint')} height="6.5rem" />
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

export { EditorPage as Component };
