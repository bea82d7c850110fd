import type { TopicConfig } from './topics.ts';

export function fromEntries(entries: readonly { configName: string; configValue: string }[]): TopicConfig {
  return Object.fromEntries(entries.map(({ configName, configValue }) => [configName, configValue]));
}

export function toEntries(config: TopicConfig) {
  return Object.entries(config).map(([name, value]) => ({ name, value }));
}
