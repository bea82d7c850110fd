import type { BatchRowFragment } from './batch.generated.ts';

/** In the usual order of production. */
export const STAGES = ['ORDERED', 'PRINTED', 'WRITTEN', 'CHECKED', 'SHIPPED'] as const;
export type Stage = (typeof STAGES)[number];

export function stageIn(params: URLSearchParams, name: string): Stage | undefined {
  return STAGES.find((one) => one === params.get(name));
}

export function countOf({ stages, size }: BatchRowFragment, wanted: Stage | undefined): number {
  return wanted === undefined ? size : (stages.find(({ stage }) => stage === wanted)?.count ?? 0);
}
