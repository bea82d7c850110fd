import type { Language } from '@volant/proto/text/languages';
import type { Profile } from '../features/public-page/profile.ts';

export type PublicPageInput = {
  readonly publicId: string;
  readonly language: Language;
  /** Scheme and host of the product, for absolute addresses. */
  readonly origin: string;
  readonly displayName: string;
  readonly blocks: Profile;
  /** A path below /uploads/. */
  readonly avatar: string | undefined;
  readonly indexable: boolean;
};
