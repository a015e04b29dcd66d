import { manageWords as words } from '@clearbook/contracts/words/manage';
import { Button } from '@mantine/core';
import { Download } from 'lucide-react';
import { API_BASE } from '../../lib/api.ts';

export type FilePath = `/admin/${string}.csv`;
type Props = { file: FilePath; query: Readonly<Record<string, string | undefined>> };

/** What is listed as a file, with what narrows it on screen. */
export function ExportButton({ file, query }: Props) {
  const asked = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  ).toString();
  return (
    <Button
      component="a"
      variant="default"
      download
      href={`${API_BASE}${file}${asked === '' ? '' : `?${asked}`}`}
      leftSection={<Download size={16} aria-hidden />}
    >
      {words.export}
    </Button>
  );
}
