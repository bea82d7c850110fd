import type { ReactNode } from 'react';
import type { PageTexts } from '../../i18n/texts.ts';
import type { ContactItem, CustomItem } from './items.ts';

export type LayoutProps = {
  readonly avatar: string | undefined;
  readonly Heading: 'h1' | 'h2';
  readonly title: string;
  readonly company: string;
  readonly bio: string;
  readonly contacts: readonly ContactItem[];
  readonly custom: readonly CustomItem[];
  /** The link that saves the contact; none for a page without a name. */
  readonly save: ReactNode;
  /** The link that asks for a ride, if the driver offers it. */
  readonly ride: ReactNode;
  /** Content for desktop users. */
  readonly desk: ReactNode;
  readonly texts: PageTexts;
};
