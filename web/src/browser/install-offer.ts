/** Not in TypeScript's declarations: only Chromium has it. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

let offer: InstallOffer | undefined;
const listeners = new Set<() => void>();

function change(next: InstallOffer | undefined): void {
  offer = next;
  for (const listener of listeners) listener();
}

/** Keeps the browser's offer to install Volant as an app; it often comes before the screen that shows it. */
export function watchForInstallOffer(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    // Else the browser asks by itself, passengers too.
    event.preventDefault();
    change(event as InstallOffer);
  });
  window.addEventListener('appinstalled', () => change(undefined));
}

export function followInstallOffer(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const hasInstallOffer = (): boolean => offer !== undefined;

/** The browser asks the driver. An offer serves once; after a refusal the browser may make another. */
export async function takeInstallOffer(): Promise<void> {
  const taken = offer;
  change(undefined);
  await taken?.prompt();
}
