import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { href, Link, useNavigate } from 'react-router';
import { fixedFailure } from '../../api/failure.ts';
import { useScreenQuery } from '../../apollo/use-screen-query.ts';
import { FROM_STEPS } from '../../browser/same-screen.ts';
import { Button } from '../../ui/button.tsx';
import { LeaveGuard } from '../../ui/leave-guard.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import type { PageStepsProps } from '../../ui/page-steps.ts';
import { EditorDocument } from './editor-page.generated.ts';
import { type EditorStart, NEW_PAGE, savedOf, valuesOf } from './editor-values.ts';
import FirstSteps from './first-steps.tsx';
import { firstStepOf, NEXT_STEP } from './step.ts';
import { useEditor } from './use-editor.ts';
import './editor.css';

/** The first steps of a page, on the dashboard of somebody who has no usable page yet. */
export default function PageSteps({ id, onLeave }: PageStepsProps) {
  return id === undefined ? <Steps start={NEW_PAGE} onLeave={onLeave} /> : <ExistingSteps id={id} onLeave={onLeave} />;
}

function ExistingSteps({ id, onLeave }: { readonly id: string } & Pick<PageStepsProps, 'onLeave'>) {
  const { data, error, loading, refetch } = useScreenQuery(EditorDocument, {
    variables: { id },
    fetchPolicy: 'network-only',
  });
  if (error !== undefined) {
    return (
      <div className="editor-failed page">
        <FailureNotice failure={fixedFailure(error, 'editor.loadFailed')} retry={{ loading, refetch }} />
      </div>
    );
  }
  if (data === undefined) return <div className="first-steps page" aria-busy="true" />;
  return <Steps start={{ values: valuesOf(data.page), saved: savedOf(data.page) }} onLeave={onLeave} />;
}

function Steps({ start, onLeave }: { readonly start: EditorStart } & Pick<PageStepsProps, 'onLeave'>) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [step, setStep] = useState(() => firstStepOf(start.values, true) ?? 'photo');
  const editor = useEditor(start, { onSaved: () => setStep((shown) => NEXT_STEP[shown]) });
  const { saved } = editor;
  const showAll = () =>
    navigate(saved === undefined ? href('/editor/new') : href('/editor/:id', { id: saved.id }), { state: FROM_STEPS });
  return (
    <>
      <FirstSteps
        editor={editor}
        step={step}
        onStep={setStep}
        // A photo that was chosen goes along with the draft.
        onAll={() => (editor.values.picture.file === undefined ? void showAll() : void editor.keepPicture(showAll))}
        leave={
          saved !== undefined && (
            <Button look="quiet" onClick={onLeave}>
              {t('editor.toDashboard')}
            </Button>
          )
        }
        intro={
          saved === undefined && (
            <p className="first-steps__intro">
              {t('editor.steps.haveCard')} <Link to={href('/claim')}>{t('editor.steps.claim')}</Link>
            </p>
          )
        }
      />
      <LeaveGuard dirty={editor.unsaved} draft={editor.draftId} />
    </>
  );
}
