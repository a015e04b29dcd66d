import { problemText } from '../../lib/problem.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { toast } from '../../ui/toast.ts';

/** Marks one notification read, or it and all older ones. */
export function useRead(): { read: (id: string, andOlder?: boolean) => void; pending: boolean } {
  const { submit, pending } = useSubmit('POST /notifications/read', {
    topics: ['notifications'],
    onProblem: (problem) => toast.error(problemText(problem)),
  });
  return {
    read: (id, andOlder = false) => void submit({ body: { id, ...(andOlder && { and_older: true }) } }),
    pending,
  };
}
