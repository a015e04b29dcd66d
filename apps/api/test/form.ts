export type FormPart = { name: string; filename?: string; data: Buffer | string; type?: string };
export const BOUNDARY = 'clearbook-test-boundary';

/** A multipart body as a browser sends it, or as one would never send it. */
export function form(parts: readonly FormPart[], boundary = BOUNDARY): Buffer {
  return Buffer.concat([
    ...parts.flatMap(({ name, filename, data, type }) => [
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}\r\n${type ? `Content-Type: ${type}\r\n` : ''}\r\n`,
      ),
      Buffer.from(data),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ]);
}

/** These files under these fields, ready to be sent. */
export function upload(files: Record<string, Buffer>): { payload: Buffer; headers: Record<string, string> } {
  return {
    payload: form(Object.entries(files).map(([name, data]) => ({ name, filename: `${name}.jpg`, data }))),
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  };
}
