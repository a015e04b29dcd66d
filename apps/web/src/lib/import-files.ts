/** Files that are on their way or here. One that failed is left out, so that the next import asks again. */
const asked = new Map<string, Promise<unknown>>();

/**
 * What the built client does for `import('./page.tsx')`, in the place of the bundler's own helper (fetch-first.ts). The files are fetched before they are
 * imported: a module that failed to come once stays failed until the page is reloaded (https://html.spec.whatwg.org/#fetch-a-single-module-script),
 * also as a modulepreload, whereas a fetch can be tried again, and the import then finds the files in the browser's cache.
 *
 * @param names the module's file and all that it needs, as paths below the origin
 * @throws whatever fetch throws where nobody answers, and an Error naming a file that is not there
 */
export async function importFiles<T>(load: () => Promise<T>, names: readonly string[]): Promise<T> {
  await Promise.all(names.map(once));
  return load();
}

function once(name: string): Promise<unknown> {
  const path = `/${name}`;
  const before = asked.get(path);
  if (before !== undefined) return before;
  const coming = path.endsWith('.css') ? addStyle(path) : isNamedByPage(path) ? Promise.resolve() : fetchScript(path);
  asked.set(path, coming);
  coming.catch(() => asked.delete(path));
  return coming;
}

/** Its HTML asks for it already. */
function isNamedByPage(path: string): boolean {
  return document.querySelector(`link[href="${path}"], script[src="${path}"]`) !== null;
}

async function fetchScript(path: string): Promise<void> {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  // To the last byte, or the import would not find it in the cache.
  await answer.arrayBuffer();
}

function addStyle(path: string): Promise<unknown> {
  if (document.querySelector(`link[rel="stylesheet"][href="${path}"]`) !== null) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const link = document.createElement('link');
    Object.assign(link, { rel: 'stylesheet', crossOrigin: '', href: path, onload: resolve });
    link.addEventListener('error', () => {
      link.remove();
      reject(new Error(`${path} did not come`));
    });
    document.head.append(link);
  });
}
