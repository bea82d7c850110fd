import type { Feature } from '@volant/infra/features/feature';
import type { CommandPorts } from './commands/message-commands.ts';
import type { SupportContext } from './context.ts';

export type SupportFeature = Feature<SupportContext, CommandPorts>;
