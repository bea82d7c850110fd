import { expect, it, vi } from 'vitest';
import type { PageRenderer } from './renderer.ts';
import { warmUpRendering } from './warm-up.ts';

it('renders samples until the process stops', async () => {
  const stopping = new AbortController();
  const renderSamples = vi.fn(() => {
    if (renderSamples.mock.calls.length === 3) stopping.abort();
  });
  await warmUpRendering({ renderSamples } as Partial<PageRenderer> as PageRenderer, stopping.signal);
  expect(renderSamples).toHaveBeenCalledTimes(3);
});
