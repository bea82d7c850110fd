import { systemPart } from '@volant/infra/features/system-part';
import type { SupportContext } from '../message/context.ts';
import type { SupportFeature } from '../message/support-feature.ts';

export const system = systemPart('support', ({ commands }: SupportContext) => commands.system) satisfies SupportFeature;
