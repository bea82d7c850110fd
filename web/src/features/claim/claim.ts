/**
 * Makes the page the signed-in person's. The client of the graph comes only now: this is done from
 * screens that do without it otherwise.
 */
export async function claim(id: string): Promise<void> {
  const [{ apolloClient }, { ClaimPageDocument }] = await Promise.all([
    import('../../apollo/client.ts'),
    import('./claim.generated.ts'),
  ]);
  await apolloClient.mutate({
    mutation: ClaimPageDocument,
    variables: { id },
    // It belongs into the list of one's pages; where, the server says when that list is shown next.
    update: (cache) => void cache.evict({ id: 'ROOT_QUERY', fieldName: 'myPages' }),
  });
}
