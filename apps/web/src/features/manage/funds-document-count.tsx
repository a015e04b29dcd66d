import { fundsDocumentWords } from '@clearbook/contracts/words/funds-documents';
import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { NO_VALUE } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';

/** How many a client sent, and the way to them: whoever says that a source of funds is documented has seen what with. */
export function FundsDocumentCount({ id }: { id: string }) {
  const { data } = useQuery(queries.clientFundsDocuments(id));
  if (data === undefined) return NO_VALUE;
  return (
    <Anchor component={Link} to={`/admin/verifications/${id}`} inherit>
      {fundsDocumentWords.staff.count(data.documents.length)}
    </Anchor>
  );
}
