import type { IdentityParts } from '../user/commands/parts.ts';

/** The refresh token of a person, encrypted: with a copy of the store nobody can use it. */
export function sealedToken({ sealer }: Pick<IdentityParts, 'sealer'>, userId: string) {
  const context = `refresh token of ${userId}`;
  return {
    seal: (token: string) => sealer.seal(context, Buffer.from(token)),
    /** Undefined if it was sealed with a secret that is gone. */
    open: (sealed: string) => sealer.open(context, sealed)?.toString(),
  };
}
