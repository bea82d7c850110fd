import { accountScreen } from '../features/account/account.screen.ts';
import { accountDeletedScreen } from '../features/account/account-deleted.screen.ts';
import { adminScreen } from '../features/admin/admin.screen.ts';
import { cancelEmailScreen } from '../features/auth/cancel-email.screen.ts';
import { confirmEmailScreen } from '../features/auth/confirm-email.screen.ts';
import { forgotPasswordScreen } from '../features/auth/forgot-password.screen.ts';
import { loginScreen } from '../features/auth/login.screen.ts';
import { resetPasswordScreen } from '../features/auth/reset-password.screen.ts';
import { signupScreen } from '../features/auth/signup.screen.ts';
import { undoEmailScreen } from '../features/auth/undo-email.screen.ts';
import { cardScreen } from '../features/card-screens/card.screen.ts';
import { claimScreen } from '../features/claim/claim.screen.ts';
import { contactScreen } from '../features/contact/contact.screen.ts';
import { contactInfoScreen } from '../features/contact-info/contact-info.screen.ts';
import { dashboardScreen } from '../features/dashboard/dashboard.screen.ts';
import { editorScreen } from '../features/editor/editor.screen.ts';
import { newPageScreen } from '../features/editor/new-page.screen.ts';
import { homeScreen } from '../features/landing/landing.screen.ts';
import { ourStoryScreen } from '../features/our-story/our-story.screen.ts';
import { privacyScreen } from '../features/policies/privacy.screen.ts';
import { refundScreen } from '../features/policies/refund.screen.ts';
import { shippingScreen } from '../features/policies/shipping.screen.ts';
import { termsScreen } from '../features/policies/terms.screen.ts';
import { supportScreen } from '../features/support/support.screen.ts';
import { tutorialScreen } from '../features/tutorial/tutorial.screen.ts';

/** All screens; the server answers 404 for any other address. */
export const screens = [
  homeScreen,
  contactInfoScreen,
  ourStoryScreen,
  tutorialScreen,
  privacyScreen,
  termsScreen,
  refundScreen,
  shippingScreen,
  loginScreen,
  signupScreen,
  forgotPasswordScreen,
  resetPasswordScreen,
  confirmEmailScreen,
  cancelEmailScreen,
  undoEmailScreen,
  accountDeletedScreen,
  contactScreen,
  claimScreen,
  dashboardScreen,
  accountScreen,
  newPageScreen,
  editorScreen,
  adminScreen,
  supportScreen,
  cardScreen,
] as const;

type Path = (typeof screens)[number]['path'];

declare module 'react-router' {
  interface Register {
    /** Makes `href` accept the paths of the screens only. */
    pages: { [P in Path]: { params: P extends `${string}:id` ? { id: string } : Record<never, never> } };
  }
}
