/** Rarely used, so the library loads with the first passkey. */
const library = () => import('@simplewebauthn/browser');

/** Whether this browser can make and use passkeys here. */
export const hasPasskeys = () => 'PublicKeyCredential' in window;

/**
 * Makes a passkey on this device, or on one that the person chooses.
 * @param options as the server answered them, JSON
 * @returns the credential, as JSON; rejects if the person or the device refuses
 */
export async function makePasskey(options: string): Promise<string> {
  const { startRegistration } = await library();
  return JSON.stringify(await startRegistration({ optionsJSON: JSON.parse(options) }));
}

/** Signs the server's challenge; in and out as for `makePasskey`. */
export async function provePasskey(options: string): Promise<string> {
  const { startAuthentication } = await library();
  return JSON.stringify(await startAuthentication({ optionsJSON: JSON.parse(options) }));
}

/** Whether a passkey was not made because the device has one already. */
export const isKnownDevice = (error: unknown) => error instanceof Error && error.name === 'InvalidStateError';
