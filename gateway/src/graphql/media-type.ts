/** The media type of GraphQL over HTTP. The status of its responses says whether the operation ran. */
export const GRAPHQL_RESPONSE = 'application/graphql-response+json';
const JSON_TYPES = ['application/json', 'application/*', '*/*'];

/** Whether a client prefers GraphQL's own media type to JSON, the default. */
export function prefersGraphqlResponse(accept = ''): boolean {
  const qualities = new Map(accept.toLowerCase().split(',').map(qualityOf));
  const own = qualities.get(GRAPHQL_RESPONSE) ?? 0;
  const json = JSON_TYPES.map((type) => qualities.get(type)).find((quality) => quality !== undefined) ?? 0;
  return own > 0 && own >= json;
}

function qualityOf(range: string): readonly [type: string, quality: number] {
  const [type = '', ...parameters] = range.split(';').map((part) => part.trim());
  const given = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  return [type, given === undefined ? 1 : Number(given) || 0];
}
