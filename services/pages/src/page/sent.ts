import { type Guard, guarded } from '@volant/infra/graphql/guarded';
import type { Caller, CommandPorts } from './commands/page-commands.ts';
import { callerOf, type PagesContext } from './context.ts';
import { shownPage } from './shown-page.ts';
import type { PageRecord } from './view/page-queries.ts';

/** A mutation that sends a command. */
export function sent<Arguments, Result>(
  guard: Guard,
  send: (ports: CommandPorts, args: Arguments, caller: Caller, context: PagesContext) => Result,
) {
  return guarded(guard, (args: Arguments, context: PagesContext, viewer) =>
    send(context.commands, args, callerOf(context.call, viewer), context),
  );
}

/** A mutation that sends a command to a page, and answers with the page after it. */
export function sentToPage<Arguments>(
  guard: Guard,
  send: (ports: CommandPorts, args: Arguments, caller: Caller) => Promise<PageRecord>,
) {
  return sent(guard, async (ports, args: Arguments, caller, { viewer }) =>
    shownPage(await send(ports, args, caller), viewer),
  );
}
