/**
 * Claims the page for the current user. Imports the graph client on demand, because the calling screens do not
 * otherwise need it.
 */
export async function claim(id: string): Promise<void> {
  const [{ apolloClient }, { ClaimPageDocument }] = await Promise.all([
    import('../apollo/client.ts'),
    import('./claim.generated.ts'),
  ]);
  await apolloClient.mutate({
    mutation: ClaimPageDocument,
    variables: { id },
    // The claimed page joins the user's list; the server knows its position.
    update: (cache) => void cache.evict({ id: 'ROOT_QUERY', fieldName: 'myPages' }),
  });
}
