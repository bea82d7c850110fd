import { type Guard, guarded } from '@volant/infra/graphql/guarded';
import type { CommandPorts, StaffCaller } from './commands/message-commands.ts';
import { type SupportContext, staffCaller } from './context.ts';

/** A mutation by somebody of the staff. */
export function byStaff<Arguments, Result>(
  guard: Guard,
  send: (ports: CommandPorts, args: Arguments, caller: StaffCaller) => Result,
) {
  return guarded(guard, (args: Arguments, context: SupportContext, viewer) =>
    send(context.commands, args, staffCaller(context, viewer)),
  );
}
