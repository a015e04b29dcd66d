import { useNavigate } from 'react-router';
import { endSession } from '../features/access/session.ts';
import { useSubmit } from '../lib/use-submit.ts';
import { toast } from '../ui/toast.ts';

/** Ends the session and leads to the login page, or to another public one. */
export function useLogout(to = '/'): () => void {
  const navigate = useNavigate();
  const leave = () => {
    void navigate(to);
    endSession();
  };
  const logout = useSubmit('POST /auth/sign-out', {
    onSuccess: leave,
    onSignedOut: leave,
    onProblem: (problem) => toast.error(problem.detail),
  });
  return () => void logout.submit({});
}
