import { ContactSection } from './contact-section.tsx';
import { CustomSection } from './custom-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import { StyleSection } from './style-section.tsx';
import type { EditorModel } from './use-editor.ts';
import { VisibilitySection } from './visibility-section.tsx';

/** Form sections in the order of the public page. */
export function EditorForm({ editor }: { readonly editor: EditorModel }) {
  return (
    <>
      <ProfileSection editor={editor} />
      <ContactSection editor={editor} />
      <CustomSection editor={editor} />
      <StyleSection editor={editor} />
      <VisibilitySection editor={editor} />
    </>
  );
}
