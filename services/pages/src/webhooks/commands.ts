import { DomainError } from '@volant/infra/errors/domain-error';
import { handleCommand } from '@volant/infra/event-store/command-handler';
import { loadStream } from '@volant/infra/event-store/load-stream';
import { type Caller, type CommandPorts, metaOf, repeatable } from '../page/commands/page-commands.ts';
import { DELIVERIES, type Delivery, deliveryIdOf } from './deliveries.ts';
import {
  ENDPOINTS_STREAM,
  type Endpoint,
  type EndpointCommand,
  type EndpointSettings,
  type Endpoints,
  endpointCodec,
  endpointsDecider,
} from './endpoints.ts';
import { newSecret } from './post.ts';

/** Ids of endpoints are short, because they are a part of the ids of deliveries. */
const ID_CHARACTERS = 16;

export async function loadEndpoints({ eventStore }: Pick<CommandPorts, 'eventStore'>): Promise<Endpoints> {
  return (await loadStream(eventStore, endpointsDecider, endpointCodec, ENDPOINTS_STREAM)).state;
}

/** @throws DomainError WEBHOOK_LIMIT_REACHED */
export async function addEndpoint(ports: CommandPorts, settings: EndpointSettings, caller: Caller): Promise<Endpoint> {
  const commandId = repeatable(ports, caller, 'AddEndpoint', JSON.stringify(settings));
  const id = commandId.replaceAll('-', '').slice(-ID_CHARACTERS);
  const data = { id, ...settings, secret: newSecret(), addedAt: ports.clock().toISOString() };
  return endpointIn(await send(ports, { type: 'AddEndpoint', data }, caller, commandId), id);
}

/** @throws DomainError WEBHOOK_NOT_FOUND */
export async function changeEndpoint(ports: CommandPorts, id: string, settings: EndpointSettings, caller: Caller) {
  return endpointIn(await send(ports, { type: 'ChangeEndpoint', data: { id, ...settings } }, caller), id);
}

/** @throws DomainError WEBHOOK_NOT_FOUND */
export async function rotateSecret(ports: CommandPorts, id: string, caller: Caller): Promise<Endpoint> {
  const data = { id, secret: newSecret(), rotatedAt: ports.clock().toISOString() };
  const commandId = repeatable(ports, caller, 'RotateSecret', id);
  return endpointIn(await send(ports, { type: 'RotateSecret', data }, caller, commandId), id);
}

/** @throws DomainError WEBHOOK_NOT_FOUND */
export async function removeEndpoint(ports: CommandPorts, id: string, caller: Caller): Promise<void> {
  await send(ports, { type: 'RemoveEndpoint', data: { id } }, caller);
}

/**
 * @returns the id of the delivery
 * @throws DomainError WEBHOOK_NOT_FOUND
 */
export async function testEndpoint(ports: CommandPorts, id: string, caller: Caller): Promise<string> {
  const eventId = repeatable(ports, caller, 'TestEndpoint', id);
  const at = ports.clock().toISOString();
  const data = { id, eventId, type: 'TEST', streamId: ENDPOINTS_STREAM, version: 0, at } as const;
  await send(ports, { type: 'RequestMessage', data }, caller, eventId);
  return deliveryIdOf(id, eventId);
}

/** @throws DomainError WEBHOOK_NOT_FOUND, DELIVERY_NOT_FOUND */
export async function sendAgain(ports: CommandPorts, id: string, caller: Caller): Promise<string> {
  const delivery = await ports.stateStore.view<Delivery>(DELIVERIES).get(id);
  if (delivery === undefined) throw new DomainError('DELIVERY_NOT_FOUND');
  const { endpointId, eventId, type, streamId, version, at } = delivery;
  const data = { id: endpointId, eventId, type, streamId, version, at };
  await send(ports, { type: 'RequestMessage', data }, caller, repeatable(ports, caller, 'SendAgain', id));
  return id;
}

async function send(
  ports: CommandPorts,
  command: EndpointCommand,
  caller: Caller,
  commandId: string = repeatable(ports, caller, command.type, JSON.stringify(command)),
): Promise<Endpoints> {
  const { eventStore, clock, newId } = ports;
  const context = { commandId, meta: metaOf(caller), at: clock() };
  const { state, position } = await handleCommand(
    eventStore,
    endpointsDecider,
    endpointCodec,
    ENDPOINTS_STREAM,
    command,
    context,
    newId,
  );
  if (position !== undefined) await ports.waitForViews(position);
  return state;
}

/** @throws DomainError WEBHOOK_NOT_FOUND */
export function endpointIn(endpoints: Endpoints, id: string): Endpoint {
  const endpoint = endpoints.find((one) => one.id === id);
  if (endpoint === undefined) throw new DomainError('WEBHOOK_NOT_FOUND');
  return endpoint;
}
