import { PolicyPage } from './policy-page.tsx';

export function Component() {
  return <PolicyPage name="terms" />;
}
