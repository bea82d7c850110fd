import { setTimeout as sleep } from 'node:timers/promises';
import type { PageRenderer } from './renderer.ts';

/** Six pages per round. Afterwards a page takes an eighth of the time of the first hundred. */
const ROUNDS = 300;
/** Limits the warm-up to a tenth of a core, so that requests hardly wait. */
const PAUSE_MS = 25;

/**
 * Renders samples until the engine has compiled the rendering code. Otherwise the first thousand pages of a process
 * would take several times as long as later ones (ADR 41).
 */
export async function warmUpRendering({ renderSamples }: PageRenderer, signal: AbortSignal): Promise<void> {
  for (let round = 0; round < ROUNDS && !signal.aborted; round += 1) {
    renderSamples();
    await sleep(PAUSE_MS);
  }
}
