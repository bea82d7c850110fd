import { ExternalLink, History, LayoutGrid } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { href } from 'react-router';
import { SIDE_BY_SIDE, useMedia } from '../../browser/use-media.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { LeaveGuard } from '../../ui/leave-guard.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { BusinessSection } from './business-section.tsx';
import { ContactSection } from './contact-section.tsx';
import { CustomSection } from './custom-section.tsx';
import { EditorBanner } from './editor-banner.tsx';
import { EditorFrame } from './editor-frame.tsx';
import { EditorNotices } from './editor-notices.tsx';
import { checkEditor, type EditorStart } from './editor-values.ts';
import { LegalSection } from './legal-section.tsx';
import type { PreviewProps } from './preview-screen.tsx';
import { ProfileSection } from './profile-section.tsx';
import { SaveState } from './save-state.tsx';
import type { Folds } from './section.tsx';
import { NEXT_STEP, type Step } from './step.ts';
import { StyleSection } from './style-section.tsx';
import { type EditorModel, useEditor } from './use-editor.ts';
import { VisibilitySection } from './visibility-section.tsx';
import './preview.css';

const FirstSteps = lazyPart(() => import('./first-steps.tsx'), <div className="first-steps" aria-busy="true" />);

interface EditorProps {
  readonly start: EditorStart;
  /** Receives the id when a new page is first saved. */
  readonly onMade?: (id: string) => unknown;
  /** The step to begin with; without one, all fields are shown. */
  readonly firstStep?: Step | undefined;
}

export function Editor({ start, onMade, firstStep }: EditorProps) {
  const [step, setStep] = useState(firstStep);
  const editor = useEditor(start, { onMade, onSaved: () => setStep((shown) => shown && NEXT_STEP[shown]) });
  return (
    <>
      {step === undefined ? (
        <AllFields editor={editor} />
      ) : (
        <FirstSteps
          editor={editor}
          step={step}
          onStep={setStep}
          onAll={() => setStep(undefined)}
          leave={<ToDashboard />}
        />
      )}
      <LeaveGuard dirty={editor.unsaved} draft={editor.draftId} />
    </>
  );
}

function ToDashboard() {
  const { t } = useTranslation();
  return (
    <ButtonLink look="quiet" icon={LayoutGrid} to={href('/dashboard')}>
      {t('editor.toDashboard')}
    </ButtonLink>
  );
}

function AllFields({ editor }: { readonly editor: EditorModel }) {
  const { t } = useTranslation();
  const isWide = useMedia(SIDE_BY_SIDE);
  const [open, setOpen] = useState<readonly string[]>([]);
  const folds: Folds = {
    open,
    onToggle: (fold, isOpen) => setOpen((now) => [...now.filter((one) => one !== fold), ...(isOpen ? [fold] : [])]),
  };
  const { saved, busy, view, setView } = editor;
  return (
    <form
      className="editor"
      noValidate
      onSubmit={(event) => {
        // An invalid field can only be focused while it is visible.
        if (checkEditor(editor.values) !== undefined) setView('edit');
        void editor.save(event);
      }}
    >
      <EditorFrame
        view={view}
        onView={setView}
        title={
          <PageHeading
            title={saved === undefined ? t('editor.titleNew') : t('editor.titleExisting')}
            className="editor__title"
          />
        }
        links={
          <>
            <ToDashboard />
            {saved !== undefined && (
              <ButtonLink look="quiet" icon={History} to={href('/history/:id', { id: saved.id })}>
                {t('editor.history')}
              </ButtonLink>
            )}
            {saved?.state === 'ACTIVE' && (
              <a className="btn btn--quiet" href={href('/d/:id', { id: saved.id })} target="_blank" rel="noopener">
                <ExternalLink aria-hidden="true" />
                {t('editor.openPage')}
              </a>
            )}
          </>
        }
        save={
          // On a phone the longer text would wrap the bar.
          <Button type="submit" busy={busy} aria-label={busy ? t('editor.saving') : undefined}>
            {busy && isWide ? t('editor.saving') : t('editor.save')}
          </Button>
        }
        state={<SaveState editor={editor} />}
        notices={<EditorNotices editor={editor} />}
        form={
          <>
            <ProfileSection editor={editor} />
            <ContactSection editor={editor} />
            <CustomSection editor={editor} />
            <StyleSection editor={editor} folds={folds} />
            <BusinessSection editor={editor} folds={folds} />
            <LegalSection editor={editor} folds={folds} />
            <VisibilitySection editor={editor} folds={folds} />
          </>
        }
        preview={<Preview values={editor.values} />}
      />
      <EditorBanner saved={editor.banner.shown} failure={editor.failure} attempt={editor.attempt} />
    </form>
  );
}

const PreviewScreen = lazyPart(() => import('./preview-screen.tsx'), <div className="preview__screen" />);

function Preview({ values }: PreviewProps) {
  const { t } = useTranslation();
  return (
    <section className="preview" aria-labelledby="preview-title">
      <h2 id="preview-title" className="preview__title">
        {t('editor.previewTitle')}
      </h2>
      <div className="preview__phone">
        <PreviewScreen values={values} />
      </div>
      <p className="preview__note">{t('editor.previewNote')}</p>
    </section>
  );
}
