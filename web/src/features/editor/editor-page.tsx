import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { fixedFailure } from '../../api/failure.ts';
import { readPage } from '../../api/pages.ts';
import { paths } from '../../app/paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { withoutHtml } from '../claim/page-id.ts';
import { Editor } from './editor.tsx';
import { EditorSkeleton } from './editor-skeleton.tsx';
import { emptyValues, valuesOf } from './editor-values.ts';
import './editor.css';

const newPage = { values: emptyValues, saved: undefined };

function EditorPage() {
  const id = withoutHtml(useParams().id ?? '');
  const [made, setMade] = useState<string>();
  // A page that has just been made keeps the editor it was made in; only the address changes.
  if (id === 'new' || id === made) return <Editor key="new" start={newPage} onMade={setMade} />;
  return <ExistingPage key={id} id={id} />;
}

function ExistingPage({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  const { data, isPending, isError, error, isFetching, refetch } = useQuery({
    queryKey: ['page', id],
    queryFn: ({ signal }) => readPage(id, signal),
    // Read once for each visit: what is being edited must not change under the hands.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (isPending) return <EditorSkeleton />;
  if (isError) {
    return (
      <div className="editor-failed page">
        <PageHeading title={t('editor.titleExisting')} className="screen-title" />
        <FailureNotice
          failure={fixedFailure(error, 'editor.loadFailed')}
          actions={
            <>
              <Button look="secondary" busy={isFetching} onClick={() => void refetch()}>
                {t('failure.tryAgain')}
              </Button>
              <ButtonLink look="quiet" to={paths.dashboard}>
                {t('editor.toDashboard')}
              </ButtonLink>
            </>
          }
        />
      </div>
    );
  }
  const { page, etag } = data;
  return (
    <Editor
      start={{
        values: valuesOf(page),
        saved: { id: page.id, state: page.state, avatar: page.avatar ?? undefined, etag },
      }}
    />
  );
}

export { EditorPage as Component };
