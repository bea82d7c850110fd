import type * as rendering from '@volant/proto/rendering/page-renderer';
import type { Profile } from '../view/profile.ts';

export type PublicPageInput = Omit<rendering.PublicPageInput, 'blocks'> & { readonly blocks: Profile };
