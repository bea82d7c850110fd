import { type EventOf, eventCodec } from '@volant/infra/event-store/event-codec';
import { z } from 'zod';

const role = z.enum(['DRIVER', 'SUPPORT', 'ADMIN', 'SUPERADMIN']);

/**
 * The roles of all people share one stream: "the last SUPERADMIN cannot be demoted" concerns several people, and only
 * within one stream can two concurrent changes not break it. Changes are rare and the stream is short. It contains user
 * ids and no personal data.
 */
const shapes = { UserRoleChanged: z.object({ userId: z.string(), from: role, to: role }) };

export type RolesEvent = EventOf<typeof shapes>;

export const rolesCodec = eventCodec('roles', shapes);
