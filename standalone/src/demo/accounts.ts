/** Password of every demo account; demo data is refused on an address that others can reach. */
export const DEMO_PASSWORD = 'volant-demo';

export interface DemoAccount {
  readonly email: string;
  readonly username: string;
  readonly role: 'DRIVER' | 'SUPPORT' | 'ADMIN' | 'SUPERADMIN';
}

export const SUPERADMIN: DemoAccount = {
  email: 'superadmin@example.com',
  username: 'Demo superadmin',
  role: 'SUPERADMIN',
};

/** Exists while demo data is being removed, and is removed last. */
export const REMOVER: DemoAccount = { email: 'demo-remover@example.com', username: 'Demo remover', role: 'SUPERADMIN' };

export const SUPPORT: DemoAccount = { email: 'support@example.com', username: 'Demo support', role: 'SUPPORT' };

export const ACCOUNTS: readonly DemoAccount[] = [
  { email: 'berline@example.com', username: 'Berline Démo', role: 'DRIVER' },
  { email: 'van@example.com', username: 'Van Démo', role: 'DRIVER' },
  { email: 'taxi@example.com', username: 'Taxi Démo', role: 'DRIVER' },
  SUPPORT,
  { email: 'admin@example.com', username: 'Demo admin', role: 'ADMIN' },
];
