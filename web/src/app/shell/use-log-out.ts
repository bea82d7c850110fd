import { href, useNavigate } from 'react-router';
import { logOut } from '../../api/auth.ts';

/** Ends the session and navigates home; used by every menu. */
export function useLogOut(): () => void {
  const navigate = useNavigate();
  return () => {
    logOut();
    void navigate(href('/'));
  };
}
