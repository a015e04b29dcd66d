/** One line of the client's own table of pages (apps/web/src/app/pages.ts). */
export type TablePage = { path: string; only: 'demo' | 'staff' | 'client' | null; forAccounts: boolean };

/** Read from the client itself, so that a page nobody has thought of here is looked at all the same. */
export async function tableOfPages(): Promise<TablePage[]> {
  const address = new URL('../../apps/web/src/app/pages.ts', import.meta.url).href;
  const { pages, FOR_ACCOUNTS } = (await import(address)) as {
    pages: readonly TablePage[];
    FOR_ACCOUNTS: ReadonlySet<string>;
  };
  if (pages.length === 0) throw new Error('the table of pages is empty');
  return pages.map(({ path, only }) => ({ path, only, forAccounts: FOR_ACCOUNTS.has(path) }));
}

/** The addresses that need no login, as the client lists them (apps/web/src/app/public-paths.ts). */
export async function publicPaths(): Promise<readonly string[]> {
  const address = new URL('../../apps/web/src/app/public-paths.ts', import.meta.url).href;
  const { PUBLIC_PATHS } = (await import(address)) as { PUBLIC_PATHS: readonly string[] };
  return PUBLIC_PATHS;
}

/** True where an address such as /user/42?tab=1 is one of this path, such as /user/:id. */
export function isOfPath(path: string, address: string): boolean {
  const pattern = path.replaceAll('.', String.raw`\.`).replaceAll(/:\w+/g, '[^/]+');
  return new RegExp(`^${pattern}$`).test(address.split(/[?#]/)[0] ?? '');
}
