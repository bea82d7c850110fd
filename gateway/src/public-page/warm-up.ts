import { setTimeout as sleep } from 'node:timers/promises';
import type { PageRenderer } from './renderer.ts';

/** Of six pages each: after that another page takes an eighth of what the first hundred took. */
const ROUNDS = 300;
/** A tenth of a core, so that whoever comes meanwhile hardly waits. */
const PAUSE_MS = 25;

/**
 * Renders samples until the engine has compiled what renders pages: the thousand first pages of a process would take
 * several times as long as those after them (ADR 41).
 */
export async function warmUpRendering({ renderSamples }: PageRenderer, signal: AbortSignal): Promise<void> {
  for (let round = 0; round < ROUNDS && !signal.aborted; round += 1) {
    renderSamples();
    await sleep(PAUSE_MS);
  }
}
