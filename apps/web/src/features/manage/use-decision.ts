import { manageWords as words } from '@clearbook/contracts/words/manage';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { ApiProblem } from '../../lib/api.ts';
import { useHere } from '../../lib/use-here.ts';
import { toast } from '../../ui/toast.ts';
import { useDecided } from './decided.ts';

/** The two dialogs of a decision about a deposit or a withdrawal. Once decided, its list shows again. */
export function useDecision(tab: 'deposit' | 'withdrawals') {
  const navigate = useNavigate();
  const here = useHere();
  const onDone = useDecided(() => {
    if (here()) void navigate(`/all-user?tab=${tab}`);
  });
  const [asking, setAsking] = useState<'approve' | 'reject' | null>(null);
  return {
    asking,
    ask: setAsking,
    onClose: () => setAsking(null),
    onDone,
    /** Where somebody else has decided, the dialog makes way for what they decided. */
    onProblem: (problem: ApiProblem) => {
      if (problem.code !== 'decision.already_taken') return;
      setAsking(null);
      toast.error(`${problem.detail} ${words.review.decidedMeanwhile}`);
    },
  };
}
