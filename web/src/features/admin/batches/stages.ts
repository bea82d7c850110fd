import type { BatchRowFragment } from './batch.generated.ts';

/** In the usual order of production. */
export const STAGES = ['ORDERED', 'PRINTED', 'WRITTEN', 'CHECKED', 'SHIPPED'] as const;
export type Stage = (typeof STAGES)[number];

export function stageIn(params: URLSearchParams, name: string): Stage | undefined {
  return STAGES.find((one) => one === params.get(name));
}

export function countOf({ stages, size }: BatchRowFragment, counted: Stage | undefined): number {
  return counted === undefined ? size : (stages.find(({ stage }) => stage === counted)?.count ?? 0);
}
