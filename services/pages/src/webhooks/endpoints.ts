import { DomainError } from '@volant/infra/errors/domain-error';
import type { CommandOf, Decider } from '@volant/infra/event-store/command-handler';
import { type EventOf, eventCodec } from '@volant/infra/event-store/event-codec';
import { z } from 'zod';
import { OCCURRENCE_TYPES } from '../page/occurrences.ts';

/** Includes the test message, which only one endpoint receives. */
const SENT_TYPES = [...OCCURRENCE_TYPES, 'TEST'] as const;
export type SentType = (typeof SENT_TYPES)[number];

/** Each change of a page is sent to every endpoint that wants it. */
const MAX_ENDPOINTS = 10;
/** How long messages are also signed with the secret before the last one. */
const FORMER_SECRET_MS = 24 * 60 * 60 * 1000;

/** The event behind a message. */
export const occurrenceShape = {
  /** Id of the message, the same in all attempts and for all endpoints. */
  eventId: z.string(),
  type: z.enum(SENT_TYPES),
  /** The stream and version that the event belongs to. */
  streamId: z.string(),
  version: z.int(),
  /** Time of the event. */
  at: z.string(),
};

const settings = { name: z.string(), url: z.string(), types: z.array(z.enum(OCCURRENCE_TYPES)), enabled: z.boolean() };

const shapes = {
  EndpointAdded: z.object({ id: z.string(), ...settings, secret: z.string(), addedAt: z.string() }),
  EndpointChanged: z.object({ id: z.string(), ...settings }),
  SecretRotated: z.object({ id: z.string(), secret: z.string(), rotatedAt: z.string() }),
  EndpointRemoved: z.object({ id: z.string() }),
  /** Somebody asked for a message once more, or for a test. */
  MessageRequested: z.object({ id: z.string(), ...occurrenceShape }),
};

type EndpointEvent = EventOf<typeof shapes>;
export type Occurrence = Omit<EventOf<typeof shapes, 'MessageRequested'>['data'], 'id'>;
export type EndpointSettings = Omit<EventOf<typeof shapes, 'EndpointChanged'>['data'], 'id'>;

export const endpointCodec = eventCodec('webhooks', shapes);

/** All endpoints are one aggregate: they are few, and their number is limited. */
export const ENDPOINTS_STREAM = 'webhooks';

export interface Endpoint extends EndpointSettings {
  readonly id: string;
  readonly secret: string;
  readonly formerSecret: { readonly secret: string; readonly until: string } | null;
  readonly addedAt: string;
}

/** In the order in which they were added. */
export type Endpoints = readonly Endpoint[];

interface EndpointCommands {
  readonly AddEndpoint: EventOf<typeof shapes, 'EndpointAdded'>['data'];
  readonly ChangeEndpoint: EventOf<typeof shapes, 'EndpointChanged'>['data'];
  readonly RotateSecret: EventOf<typeof shapes, 'SecretRotated'>['data'];
  readonly RemoveEndpoint: EventOf<typeof shapes, 'EndpointRemoved'>['data'];
  readonly RequestMessage: EventOf<typeof shapes, 'MessageRequested'>['data'];
}

export type EndpointCommand = CommandOf<EndpointCommands>;

export const endpointsDecider: Decider<Endpoints, EndpointCommand, EndpointEvent> = {
  initialState: [],
  decide(command, endpoints) {
    if (command.type === 'AddEndpoint') {
      if (endpoints.length >= MAX_ENDPOINTS) throw new DomainError('WEBHOOK_LIMIT_REACHED');
      return [{ type: 'EndpointAdded', data: command.data }];
    }
    const present = endpoints.find(({ id }) => id === command.data.id);
    if (present === undefined) throw new DomainError('WEBHOOK_NOT_FOUND');
    switch (command.type) {
      case 'ChangeEndpoint':
        return isSame(present, command.data) ? [] : [{ type: 'EndpointChanged', data: command.data }];
      case 'RotateSecret':
        return [{ type: 'SecretRotated', data: command.data }];
      case 'RemoveEndpoint':
        return [{ type: 'EndpointRemoved', data: command.data }];
      default:
        return [{ type: 'MessageRequested', data: command.data }];
    }
  },
  evolve(endpoints, { type, data }) {
    switch (type) {
      case 'EndpointAdded':
        return [...endpoints, { ...data, formerSecret: null }];
      case 'EndpointRemoved':
        return endpoints.filter(({ id }) => id !== data.id);
      case 'MessageRequested':
        return endpoints;
      case 'EndpointChanged':
        return endpoints.map((endpoint) => (endpoint.id === data.id ? { ...endpoint, ...data } : endpoint));
      default:
        return endpoints.map((endpoint) => (endpoint.id === data.id ? rotated(endpoint, data) : endpoint));
    }
  },
};

function isSame(endpoint: Endpoint, { name, url, types, enabled }: EndpointSettings): boolean {
  const settingsOf = (each: EndpointSettings) => JSON.stringify([each.name, each.url, each.types, each.enabled]);
  return settingsOf(endpoint) === settingsOf({ name, url, types, enabled });
}

/** Both secrets sign for a day, so that the receiver can change its own without a gap. */
function rotated(endpoint: Endpoint, { secret, rotatedAt }: EventOf<typeof shapes, 'SecretRotated'>['data']): Endpoint {
  const until = new Date(Date.parse(rotatedAt) + FORMER_SECRET_MS).toISOString();
  return { ...endpoint, secret, formerSecret: { secret: endpoint.secret, until } };
}
