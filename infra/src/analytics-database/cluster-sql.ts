/** The clause that makes a statement run on every replica, with its leading space; nothing on one node. */
export function onCluster(cluster: string | undefined): string {
  return cluster === undefined ? '' : ` ON CLUSTER ${cluster}`;
}

const ENGINE = /\{engine:(\w*MergeTree(?:\([^()]*\))?)\}/g;

/**
 * Fills in what depends on where the tables stand: `{on_cluster}` behind a
 * table's name, and `{engine:ReplacingMergeTree(x)}`, which is replicated in a
 * cluster. Replicas find each other by ClickHouse's own default path in Keeper.
 */
export function renderSql(text: string, cluster: string | undefined): string {
  return text
    .replaceAll('{on_cluster}', onCluster(cluster))
    .replaceAll(ENGINE, (_, engine: string) => (cluster === undefined ? engine : `Replicated${engine}`));
}
