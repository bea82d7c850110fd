import { systemPart } from '@volant/infra/features/system-part';
import type { PagesContext } from '../page/context.ts';
import type { PagesFeature } from '../page/pages-feature.ts';

export const system = systemPart('pages', ({ commands }: PagesContext) => commands.system) satisfies PagesFeature;
