import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { reportingEndpoints, SCRIPT_CSP, WORKER_CSP } from './headers.ts';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
};
const COMPRESSED = new Set(['.js', '.css', '.json', '.svg', '.txt', '.webmanifest']);
const COMPRESS_FROM_BYTES = 1_000;
const BROTLI_QUALITY = 9;
const WORKER = '/sw.js';
export const NONCE_PLACEHOLDER = '__CSP_NONCE__';

type Asset = { body: Buffer; br?: Buffer; gzip?: Buffer; type: string; etag: string; immutable: boolean };
type Page = { before: string[] };
export type Web = {
  /** Sends the file or page for a path, or answers false where the built client has nothing for it. */
  serve(path: string, request: FastifyRequest, reply: FastifyReply): boolean;
};

/**
 * The built client, held in memory: a few hundred files of a few kilobytes that never change while the server runs.
 * Pages get a fresh nonce each time; hashed assets are cached for ever.
 */
export async function createWeb(
  folder: string | undefined,
  csp: (nonce: string) => string,
  publicUrl: string,
): Promise<Web> {
  if (folder === undefined) return { serve: () => false };
  const assets = new Map<string, Asset>();
  const pages = new Map<string, Page>();
  for (const file of await filesUnder(folder)) {
    const path = `/${relative(folder, file).split(sep).join('/')}`;
    const type = TYPES[extname(file)];
    if (type === undefined) continue;
    const body = await readFile(file);
    if (extname(file) === '.html') pages.set(path, { before: body.toString('utf8').split(NONCE_PLACEHOLDER) });
    else
      assets.set(path, {
        body,
        ...(await compressedBeside(file)),
        type,
        etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
        immutable: path.startsWith('/assets/'),
      });
  }
  void compressAll(assets);

  function servePage(path: string, reply: FastifyReply): boolean {
    const page = pageFor(path, pages);
    if (!page) return false;
    const nonce = randomBytes(16).toString('base64url');
    reply
      .code(200)
      .header('content-type', TYPES['.html'])
      .header('content-security-policy', csp(nonce))
      .header('reporting-endpoints', reportingEndpoints(publicUrl))
      .header('cache-control', 'no-store')
      .send(page.before.join(nonce));
    return true;
  }

  function serveAsset(asset: Asset, request: FastifyRequest, reply: FastifyReply): boolean {
    reply
      .header('cache-control', asset.immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
      .header('etag', asset.etag)
      .header('content-type', asset.type);
    if (asset.type === TYPES['.js']) reply.header('content-security-policy', SCRIPT_CSP);
    if (asset.br || asset.gzip) reply.header('vary', 'accept-encoding');
    if (request.headers['if-none-match'] === asset.etag) {
      reply.code(304).send();
      return true;
    }
    const accepted = request.headers['accept-encoding'] ?? '';
    const [encoding, body] =
      asset.br && /\bbr\b/.test(accepted)
        ? ['br', asset.br]
        : asset.gzip && /\bgzip\b/.test(accepted)
          ? ['gzip', asset.gzip]
          : [undefined, asset.body];
    if (encoding) reply.header('content-encoding', encoding);
    reply.code(200).send(body);
    return true;
  }

  return {
    serve(path, request, reply) {
      const asset = assets.get(path);
      // A worker lives by the policy of its own file.
      if (path === WORKER) reply.header('content-security-policy', WORKER_CSP);
      if (asset) return serveAsset(asset, request, reply);
      // A missing file must not come back as a page: a browser would try to run it. Nor is there anything behind a dot.
      if (path.startsWith('/assets/') || path.includes('/.') || extname(path) in TYPES) return false;
      return servePage(path, reply);
    },
  };
}

/** The entry of its own that a path has, if the build made one (login.html for /login), or the application. */
function pageFor(path: string, pages: Map<string, Page>): Page | undefined {
  const own = path === '/' ? undefined : pages.get(`${path.replace(/\/$/, '')}.html`);
  return own ?? pages.get('/index.html');
}

async function filesUnder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !/\.(?:br|gz|map)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

/** What the build has compressed already. */
async function compressedBeside(file: string): Promise<Pick<Asset, 'br' | 'gzip'>> {
  const [br, gz] = await Promise.all(['br', 'gz'].map((kind) => readFile(`${file}.${kind}`).catch(() => undefined)));
  return { ...(br && { br }), ...(gz && { gzip: gz }) };
}

/** In the background, one after the other, what the build has not: until an asset is done it goes out as it is. */
async function compressAll(assets: Map<string, Asset>): Promise<void> {
  for (const [path, asset] of assets) {
    if (asset.br || !COMPRESSED.has(extname(path)) || asset.body.length < COMPRESS_FROM_BYTES) continue;
    asset.br = await promisify(brotliCompress)(asset.body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY },
    });
    asset.gzip = await promisify(gzip)(asset.body, { level: 9 });
  }
}
