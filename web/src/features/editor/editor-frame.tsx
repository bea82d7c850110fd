import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { SIDE_BY_SIDE, useMedia } from '../../browser/use-media.ts';
import { TabList } from '../../ui/tabs.tsx';

export type EditorView = 'edit' | 'preview';

interface EditorFrameProps {
  readonly view: EditorView;
  readonly onView: (view: EditorView) => void;
  readonly title: ReactNode;
  readonly links: ReactNode;
  readonly save: ReactNode;
  /** Whether there are unsaved changes. */
  readonly state: ReactNode;
  readonly notices: ReactNode;
  readonly form: ReactNode;
  readonly preview: ReactNode;
}

/** Form and preview side by side if there is room, else in two tabs in the sticky bar beside save. */
export function EditorFrame(props: EditorFrameProps) {
  return useMedia(SIDE_BY_SIDE) ? <SideBySide {...props} /> : <Tabbed {...props} />;
}

function SideBySide({ title, links, save, state, notices, form, preview }: EditorFrameProps) {
  return (
    <>
      <div className="editor__bar">
        {title}
        <div className="editor__links">
          {state}
          {links}
          {save}
        </div>
      </div>
      {notices}
      <div className="editor__columns">
        <div className="editor__form">{form}</div>
        <div className="editor__preview">{preview}</div>
      </div>
    </>
  );
}

function Tabbed({ view, onView, title, links, save, state, notices, form, preview }: EditorFrameProps) {
  const { t } = useTranslation();
  const id = useId();
  const head = useRef<HTMLDivElement>(null);
  const leave = useScrollOf(view, head);
  return (
    <>
      <div className="editor__head" ref={head}>
        {title}
        <div className="editor__links">{links}</div>
      </div>
      <div className="editor__bar">
        <TabList
          id={id}
          className="editor-tabs"
          label={t('editor.views')}
          tabs={[
            ['edit', t('editor.editTab')],
            ['preview', t('editor.previewTab')],
          ]}
          selected={view}
          onSelect={(next) => {
            leave();
            onView(next);
          }}
        />
        {save}
        {state}
      </div>
      {notices}
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${view}`}
        className={`editor__${view === 'edit' ? 'form' : 'preview'} editor__panel`}
      >
        {view === 'edit' ? form : preview}
      </div>
    </>
  );
}

/**
 * Shows the preview from its top, and restores the form's scroll position on return.
 * @returns a function to call before switching the view
 */
function useScrollOf(view: EditorView, head: RefObject<HTMLElement | null>): () => void {
  const left = useRef<number>(undefined);
  useLayoutEffect(() => {
    if (left.current === undefined) return;
    const below = (head.current?.getBoundingClientRect().bottom ?? 0) + window.scrollY;
    const top = view === 'preview' ? Math.min(left.current, below) : left.current;
    window.scrollTo({ top, behavior: 'instant' });
    if (view === 'edit') left.current = undefined;
  }, [view, head]);
  return () => {
    if (view === 'edit') left.current = window.scrollY;
  };
}
