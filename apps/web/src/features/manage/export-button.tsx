import type { FilePath } from '@clearbook/contracts/list-files';
import { manageWords as words } from '@clearbook/contracts/words/manage';
import { Button } from '@mantine/core';
import { Download } from 'lucide-react';
import { API_BASE } from '../../lib/api.ts';

type Props = { of: string; file: FilePath; query?: Readonly<Record<string, string | undefined>> };

/** What is listed as a file, with what narrows it on screen. `of` tells it from the file of the next list on the page. */
export function ExportButton({ of, file, query = {} }: Props) {
  const asked = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  ).toString();
  return (
    <Button
      component="a"
      variant="default"
      download
      aria-label={words.exportOf(of)}
      href={`${API_BASE}${file}${asked === '' ? '' : `?${asked}`}`}
      leftSection={<Download size={16} aria-hidden />}
    >
      {words.export}
    </Button>
  );
}
