import { CLIENT, CLIENT_SECRET, startProvider } from '../../infra/src/testing/oidc-provider.ts';

/** `oidc-provider` for a product in a browser, with the settings of the product; `serve` must follow. */
export async function openTeamIssuer() {
  const provider = await startProvider({});
  const settings = {
    VOLANT_OPENID_NAME: 'Team ID',
    VOLANT_OPENID_ISSUER: provider.issuer,
    VOLANT_OPENID_CLIENT: CLIENT,
    VOLANT_OPENID_SECRET: CLIENT_SECRET,
    VOLANT_OPENID_ADMIN: 'admins',
    VOLANT_OPENID_DOMAINS: 'example.com',
  };
  return { provider, settings };
}
