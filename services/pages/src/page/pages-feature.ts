import type { Feature } from '@volant/infra/features/feature';
import type { CommandPorts } from './commands/page-commands.ts';
import type { PagesContext } from './context.ts';
import type { NoticesOf } from './notices.ts';
import type { Occurrences } from './occurrences.ts';

export interface PagesFeature extends Feature<PagesContext, CommandPorts> {
  readonly occurrences?: Occurrences;
  readonly notices?: NoticesOf;
}
