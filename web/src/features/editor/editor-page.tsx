import { cardIdOf } from '@volant/proto/text/card-id';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { href, useLocation, useParams } from 'react-router';
import { fixedFailure } from '../../api/failure.ts';
import { useScreenQuery } from '../../apollo/use-screen-query.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Editor } from './editor.tsx';
import { EditorDocument } from './editor-page.generated.ts';
import { EditorSkeleton } from './editor-skeleton.tsx';
import { emptyValues, savedOf, valuesOf } from './editor-values.ts';
import { firstStepOf, STEPS_ANCHOR } from './step.ts';
import './editor.css';
import './editor-form.css';
import './custom-items.css';

const newPage = { values: emptyValues, saved: undefined };

function EditorPage() {
  const { id: given } = useParams();
  const [made, setMade] = useState<string>();
  const id = cardIdOf(given ?? '') ?? '';
  // After the first save a new page keeps its mounted editor; only the address changes.
  if (given === undefined || id === made) return <Editor key="new" start={newPage} onMade={setMade} />;
  return <ExistingPage key={id} id={id} />;
}

function ExistingPage({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  const { hash } = useLocation();
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
      firstStep={firstStepOf(values, hash === `#${STEPS_ANCHOR}`)}
    />
  );
}

export { EditorPage as Component };
