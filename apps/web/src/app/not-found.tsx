import { Button } from '@mantine/core';
import { shellWords as words } from '@clearbook/contracts/words/shell';
import { Link } from 'react-router';
import { PageHeader } from '../ui/page-header.tsx';

export function NotFound() {
  return (
    <>
      <PageHeader title={words.notFoundTitle} description={words.notFoundText} />
      <Button component={Link} to="/dashboard">
        {words.toHome}
      </Button>
    </>
  );
}
