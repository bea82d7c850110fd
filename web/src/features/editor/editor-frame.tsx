import { type KeyboardEvent, type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useWide } from './use-wide.ts';

export type EditorView = 'edit' | 'preview';

interface EditorFrameProps {
  readonly view: EditorView;
  readonly onView: (view: EditorView) => void;
  readonly title: ReactNode;
  readonly links: ReactNode;
  readonly save: ReactNode;
  readonly notices: ReactNode;
  readonly form: ReactNode;
  readonly preview: ReactNode;
}

/** Form and preview side by side if there is room, else in two tabs in the sticky bar beside save. */
export function EditorFrame(props: EditorFrameProps) {
  return useWide() ? <SideBySide {...props} /> : <Tabbed {...props} />;
}

function SideBySide({ title, links, save, notices, form, preview }: EditorFrameProps) {
  return (
    <>
      <div className="editor__bar">
        {title}
        <div className="editor__links">
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

const TABS = [
  ['edit', 'editor.editTab'],
  ['preview', 'editor.previewTab'],
] as const;

/** Keys that switch between the two tabs. */
const TO_OTHER: ReadonlySet<string> = new Set(['ArrowLeft', 'ArrowRight']);

/** Two plain tabs: React Aria's general-purpose tabs would be a seventh of the screen's code. */
function Tabbed({ view, onView, title, links, save, notices, form, preview }: EditorFrameProps) {
  const { t } = useTranslation();
  const head = useRef<HTMLDivElement>(null);
  const tabs = useRef<HTMLDivElement>(null);
  const leave = useScrollOf(view, head);
  const show = (next: EditorView) => {
    if (next === view) return;
    leave();
    onView(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!TO_OTHER.has(event.key)) return;
    event.preventDefault();
    show(view === 'edit' ? 'preview' : 'edit');
    tabs.current?.querySelector<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true });
  };
  return (
    <>
      <div className="editor__head" ref={head}>
        {title}
        <div className="editor__links">{links}</div>
      </div>
      <div className="editor__bar">
        <div role="tablist" className="editor-tabs" aria-label={t('editor.views')} ref={tabs}>
          {TABS.map(([id, label]) => (
            <button
              key={id}
              type="button"
              role="tab"
              id={`editor-${id}`}
              className="editor-tabs__tab"
              aria-selected={view === id}
              aria-controls="editor-panel"
              tabIndex={view === id ? 0 : -1}
              onClick={() => show(id)}
              onKeyDown={onKeyDown}
            >
              {t(label)}
            </button>
          ))}
        </div>
        {save}
      </div>
      {notices}
      <div
        role="tabpanel"
        id="editor-panel"
        aria-labelledby={`editor-${view}`}
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
