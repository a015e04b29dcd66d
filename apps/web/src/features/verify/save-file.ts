/** Has the browser save something under a name, as if it had been downloaded. */
export function saveFile(name: string, content: Blob | object): void {
  const blob =
    content instanceof Blob
      ? content
      : new Blob([`${JSON.stringify(content, null, 2)}\n`], { type: 'application/json' });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** "clearbook-report-2026-11-25.txt": the day in UTC, as in every other file of ours. */
export function dated(name: string, ending: string): string {
  return `clearbook-${name}-${new Date().toISOString().slice(0, 10)}.${ending}`;
}
