import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
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

/** Form and preview side by side where there is room, else behind two tabs, which stay at hand with the save. */
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

function Tabbed({ view, onView, title, links, save, notices, form, preview }: EditorFrameProps) {
  const { t } = useTranslation();
  const head = useRef<HTMLDivElement>(null);
  const leave = useScrollOf(view, head);
  return (
    <Tabs
      selectedKey={view}
      onSelectionChange={(key) => {
        leave();
        onView(key === 'preview' ? 'preview' : 'edit');
      }}
    >
      <div className="editor__head" ref={head}>
        {title}
        <div className="editor__links">{links}</div>
      </div>
      <div className="editor__bar">
        <TabList className="tabs" aria-label={t('editor.views')}>
          <Tab id="edit" className="tabs__tab">
            {t('editor.editTab')}
          </Tab>
          <Tab id="preview" className="tabs__tab">
            {t('editor.previewTab')}
          </Tab>
        </TabList>
        {save}
      </div>
      {notices}
      <TabPanel id="edit" className="editor__form editor__panel">
        {form}
      </TabPanel>
      <TabPanel id="preview" className="editor__preview editor__panel">
        {preview}
      </TabPanel>
    </Tabs>
  );
}

/**
 * The preview is seen from its top, however far down the form one was; the form then is where it was left.
 * @returns what is called before another view is shown
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
