import type { ReactNode } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useWide } from './use-wide.ts';

export type EditorView = 'edit' | 'preview';

interface EditorColumnsProps {
  readonly view: EditorView;
  readonly onView: (view: EditorView) => void;
  readonly form: ReactNode;
  readonly preview: ReactNode;
}

/** Side by side where there is room, else behind two tabs. */
export function EditorColumns({ view, onView, form, preview }: EditorColumnsProps) {
  const { t } = useTranslation();
  const wide = useWide();
  if (wide) {
    return (
      <div className="editor__columns">
        <div className="editor__form">{form}</div>
        <div className="editor__preview">{preview}</div>
      </div>
    );
  }
  return (
    <Tabs
      className="editor__tabs"
      selectedKey={view}
      onSelectionChange={(key) => onView(key === 'preview' ? 'preview' : 'edit')}
    >
      <TabList className="tabs" aria-label={t('editor.views')}>
        <Tab id="edit" className="tabs__tab">
          {t('editor.editTab')}
        </Tab>
        <Tab id="preview" className="tabs__tab">
          {t('editor.previewTab')}
        </Tab>
      </TabList>
      <TabPanel id="edit" className="editor__form">
        {form}
      </TabPanel>
      <TabPanel id="preview" className="editor__preview">
        {preview}
      </TabPanel>
    </Tabs>
  );
}
