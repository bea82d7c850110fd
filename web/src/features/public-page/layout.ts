import type { ReactNode } from 'react';
import type { PageTexts } from '../../i18n/texts.ts';
import type { ContactItem, CustomItem } from './items.ts';
import type { Profile } from './profile.ts';

/** Props of each of the three layouts. */
export type LayoutProps = {
  readonly profile: Profile;
  readonly displayName: string;
  readonly avatar: string | undefined;
  readonly Heading: 'h1' | 'h2';
  readonly title: string;
  readonly company: string;
  readonly bio: string;
  readonly contacts: readonly ContactItem[];
  readonly custom: readonly CustomItem[];
  /** Content for desktop users. */
  readonly desk: ReactNode;
  readonly texts: PageTexts;
};
