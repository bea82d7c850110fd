import { type EventOf, eventCodec } from '@volant/infra/event-store/event-codec';
import { z } from 'zod';

const role = z.enum(['DRIVER', 'SUPPORT', 'ADMIN', 'SUPERADMIN']);

/**
 * Who holds which role is one stream of its own: "the last SUPERADMIN cannot be lowered" speaks of several people,
 * and only within one stream can two changes at the same moment not break it. Changes are rare and the stream is
 * short. It names people by id alone; nothing in it is personal.
 */
const shapes = { UserRoleChanged: z.object({ userId: z.string(), from: role, to: role }) };

export type RolesEvent = EventOf<typeof shapes>;

export const rolesCodec = eventCodec('roles', shapes);
