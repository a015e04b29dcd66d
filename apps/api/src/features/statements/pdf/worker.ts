import { parentPort } from 'node:worker_threads';
import { statementPdf, type StatementPrint } from './statement-pdf.ts';

export type Printed = { readonly data: Uint8Array } | { readonly failed: string };

// One statement after another: the fonts are read with the first.
parentPort?.on('message', (print: StatementPrint) => {
  statementPdf(print).then(
    (data) => parentPort?.postMessage({ data } satisfies Printed),
    (error: unknown) => parentPort?.postMessage({ failed: String(error) } satisfies Printed),
  );
});
