import type { FilePath } from '@clearbook/contracts/list-files';
import type { ComponentProps } from 'react';
import { DataTable } from '../../ui/data-table.tsx';
import { ExportButton } from './export-button.tsx';

type Props<Row> = Omit<ComponentProps<typeof DataTable<Row>>, 'tools'> & {
  /** Where the list comes from as a file: each of them does. */
  file: FilePath;
};

/** A list of the Manage area that nothing narrows: one that is searched and paged by the server is an AdminTable. */
export function ListTable<Row>({ file, ...table }: Props<Row>) {
  return <DataTable {...table} tools={<ExportButton of={table.label} file={file} />} />;
}
