import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { firstFrame } from '../../apps/api/test/socket-frame.ts';
import { freePort } from '../../apps/api/test/server.ts';
import { ROOT } from '../phases.ts';
import { type BareRoot, bareRoot, missingForRoot, stepsOf } from './bare-root.ts';
import { withClone } from './clone.ts';
import { command, lastLines } from './command.ts';
import { buildByHand } from './container.ts';
import type { Result } from './row.ts';

export const title =
  'docs/deploy.md followed to the letter in a bare Debian root, the Containerfile’s steps run there; unit and compose file lint; Caddy and nginx serve it with TLS, HTTP/2 and a socket';
export const seconds = 110;

const COMPOSE_LINTER = 'dclint@3.1.0';
const READY_MS = 120_000;

/** Each part says what it saw; one that cannot run here says what is missing. */
export async function run(): Promise<Result> {
  const seen: string[] = [];
  let ok = true;
  const part = async (name: string, missing: string | undefined, work: () => Promise<string>): Promise<void> => {
    if (missing !== undefined) return void seen.push(`${name}: not run, ${missing} is missing here`);
    try {
      seen.push(`${name}: ${await work()}`);
    } catch (error) {
      ok = false;
      seen.push(`${name}: FAILED, ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  await part('compose file', undefined, lintCompose);
  await withClone(async (clone) => {
    await part('docs/deploy.md', missingForRoot(), () => followPage(clone));
    await part('Containerfile', missingForRoot(), () => runImage(clone));
  });
  return { ok, figures: seen.join('; ') };
}

async function lintCompose(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'clearbook-lint-'));
  try {
    const file = join(ROOT, 'deploy/compose/compose.yaml');
    const line = ['npm', 'exec', '--yes', `--package=${COMPOSE_LINTER}`, '--', 'dclint', file];
    const linted = await command(line, { npm_config_ignore_scripts: 'true' }, folder);
    if (linted.code !== 0 || /error|warning/.test(linted.stdout)) throw new Error(lastLines(linted));
    return `no finding of ${COMPOSE_LINTER}`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function followPage(clone: string): Promise<string> {
  const root = await bareRoot('page');
  try {
    root.put(clone, '/source');
    const steps = stepsOf(join(clone, 'docs/deploy.md'), 'step');
    // The copy belongs to whoever cloned it, and git asks before it reads what is another account's.
    const env = {
      CLEARBOOK_SOURCE: 'file:///source',
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'safe.directory',
      GIT_CONFIG_VALUE_0: '*',
    };
    // A Debian machine has it; a bare root does not.
    steps.unshift('apt-get update && apt-get install --yes --no-install-recommends systemd');
    for (const step of steps) {
      const ran = await root.sh(step, { env });
      if (ran.code !== 0) throw new Error(`${step.trim().split('\n')[0]}: ${lastLines(ran)}`);
    }
    const unit = '/etc/systemd/system/clearbook.service';
    const said = [`${steps.length - 1} steps`, await verifyUnit(root, unit)];
    const service = readFileSync(join(root.folder, unit), 'utf8');
    const valueOf = (name: string): string => new RegExp(`^${name}=(.+)$`, 'm').exec(service)?.[1] ?? '';
    const variables = Object.fromEntries(
      [...service.matchAll(/^Environment=(\w+)=(.+)$/gm)].map(([, name = '', value = '']) => [name, value]),
    );
    const program = {
      line: valueOf('ExecStart').split(' '),
      cwd: valueOf('WorkingDirectory'),
      user: valueOf('User'),
      env: variables,
    };
    said.push(await behind('Caddy', existsSync('/usr/bin/caddy'), root, program, startCaddy));
    said.push(await behind('nginx', existsSync('/usr/sbin/nginx'), root, program, startNginx));
    return said.join(', ');
  } finally {
    await root.remove();
  }
}

async function verifyUnit(root: BareRoot, unit: string): Promise<string> {
  const said = await root.sh(`systemd-analyze --man=no verify ${unit}`);
  if (said.code !== 0 || said.output.includes('clearbook'))
    throw new Error(`systemd-analyze verify: ${lastLines(said)}`);
  return 'systemd-analyze accepts the unit';
}

async function runImage(clone: string): Promise<string> {
  const { root, cmd, cwd, user, env } = await buildByHand(clone);
  try {
    const size = await root.sh('du -sm /app | cut -f1');
    const url = await served(root, { line: cmd, cwd, user, env }, {}, async (address, child) => {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
      if (/^Uid:\s+0\b/m.test(status)) throw new Error('it runs as root');
      const page = await fetch(`${address}/login`);
      if (page.status !== 200 || !(await page.text()).includes('<div id="root"'))
        throw new Error('no client is built in');
      return address;
    });
    return `every step ran, as ${user} and not as root, client built in, ready at ${url === '' ? '?' : 'its port'}, ${size.stdout.trim()} MB in /app`;
  } finally {
    await root.remove();
  }
}

type Program = { line: string[]; cwd: string; user: string; env: Record<string, string> };

/** Runs the server inside the root for as long as `use` takes. */
async function served<T>(
  root: BareRoot,
  { line, cwd, user, env }: Program,
  more: Record<string, string>,
  use: (address: string, child: ChildProcess) => Promise<T>,
): Promise<T> {
  const port = await freePort();
  const ids = (await root.sh(`id -u ${user}; id -g ${user}`)).stdout.trim().split('\n').join(':');
  const child = spawn(
    'chroot',
    [
      `--userspec=${ids}`,
      root.folder,
      '/usr/bin/env',
      '-i',
      '-C',
      cwd,
      'PATH=/usr/local/bin:/usr/bin:/bin',
      ...Object.entries({ ...env, SEED_DEMO: 'false', PORT: String(port), HOST: '127.0.0.1', ...more }).map(
        ([name, value]) => `${name}=${value}`,
      ),
      ...line,
    ],
    { stdio: ['ignore', 'pipe', 'pipe'], cwd: '/' },
  );
  let output = '';
  child.stdout.on('data', (text) => (output += String(text)));
  child.stderr.on('data', (text) => (output += String(text)));
  try {
    const address = `http://127.0.0.1:${port}`;
    await until(
      async () => (await fetch(`${address}/readyz`)).status === 200,
      () => `the server: ${output.slice(-600)}`,
    );
    return await use(address, child);
  } finally {
    await ended(child);
  }
}

type StartProxy = (
  folder: string,
  ports: { http: number; https: number; upstream: string },
) => { child: ChildProcess; ca: string };

/** The server behind a proxy as the page's files set it up, on loopback: pages over HTTP/2, a session, a socket, nothing of the inside. */
async function behind(
  name: string,
  there: boolean,
  root: BareRoot,
  program: Program,
  start: StartProxy,
): Promise<string> {
  if (!there) return `${name} not run: it is missing here`;
  const [http, https] = [await freePort(), await freePort()];
  const origin = `https://localhost:${https}`;
  const folder = mkdtempSync(join(tmpdir(), 'clearbook-proxy-'));
  try {
    return await served(root, program, { PUBLIC_URL: origin }, async (address) => {
      const { child, ca } = start(folder, { http, https, upstream: address.slice('http://'.length) });
      let output = '';
      child.stderr?.on('data', (text) => (output += String(text)));
      try {
        await until(
          async () => (await ask(origin, ca, '/login')).status === 200,
          () => `${name}: ${output.slice(-600)}`,
        );
        return `${name}: ${await tryProxy(origin, ca)}`;
      } finally {
        await ended(child);
      }
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function tryProxy(origin: string, ca: string): Promise<string> {
  for (const path of ['/metrics', '/readyz', '/healthz']) {
    const { status } = await ask(origin, ca, path);
    if (status !== 404) throw new Error(`${path} is seen from outside: ${status}`);
  }
  const person = { email: `tls-${process.pid}-${Date.now()}@example.org`, password: 'tide and timber 41' };
  const headers = { origin, 'content-type': 'application/json' };
  await ask(origin, ca, '/api/v1/auth/sign-up', { ...headers }, { ...person, username: 'tls', fullname: 'Over TLS' });
  const signed = await ask(origin, ca, '/api/v1/auth/sign-in', { ...headers }, person);
  const cookie = signed.cookies.map((line) => line.split(';')[0]).join('; ');
  if (signed.status !== 200 || cookie === '')
    throw new Error(`signing in: ${signed.status} ${signed.text.slice(0, 200)}`);
  const frame = await firstFrame(origin, { cookie, channel: 'quotes:BTC', ca: readFileSync(ca) });
  if (!frame.includes('quote')) throw new Error(`the socket brought ${frame.slice(0, 200)}`);
  return 'TLS, HTTP/2, a session and quotes over the socket';
}

type Answer = { status: number; text: string; cookies: string[] };

/** Over HTTP/2 and nothing else. */
async function ask(
  origin: string,
  ca: string,
  path: string,
  headers: Record<string, string> = {},
  body?: object,
): Promise<Answer> {
  const session = connect(origin, { ca: readFileSync(ca) });
  try {
    return await new Promise<Answer>((resolve, reject) => {
      session.on('error', reject);
      const stream = session.request({ ':path': path, ':method': body === undefined ? 'GET' : 'POST', ...headers });
      let answer: Answer = { status: 0, text: '', cookies: [] };
      stream.on('response', (got) => {
        answer = { ...answer, status: Number(got[':status']), cookies: [got['set-cookie'] ?? []].flat() };
      });
      stream.setEncoding('utf8').on('data', (text: string) => (answer.text += text));
      stream.on('end', () => resolve(answer)).on('error', reject);
      stream.end(body === undefined ? undefined : JSON.stringify(body));
    });
  } finally {
    session.close();
  }
}

/** The page's Caddyfile as it is, with ports of this machine's own and certificates of Caddy's local authority. */
function startCaddy(folder: string, { http, https, upstream }: { http: number; https: number; upstream: string }) {
  const config = join(folder, 'Caddyfile');
  writeFileSync(
    config,
    `{\n\thttp_port ${http}\n\thttps_port ${https}\n\tadmin off\n\tskip_install_trust\n}\nimport ${join(ROOT, 'deploy/caddy/Caddyfile')}\n`,
  );
  const env = {
    PATH: '/usr/bin',
    HOME: folder,
    XDG_DATA_HOME: folder,
    CLEARBOOK_DOMAIN: 'localhost',
    CLEARBOOK_UPSTREAM: upstream,
  };
  const child = spawn('caddy', ['run', '--config', config, '--adapter', 'caddyfile'], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  return { child, ca: join(folder, 'caddy/pki/authorities/local/root.crt') };
}

/** The page's nginx file with ports, names and a certificate of this run. */
function startNginx(folder: string, { http, https, upstream }: { http: number; https: number; upstream: string }) {
  const ca = join(folder, 'cert.pem');
  mkdirSync(join(folder, 'logs'));
  const made = [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    '-subj',
    '/CN=localhost',
    '-addext',
    'subjectAltName=DNS:localhost',
    '-keyout',
    join(folder, 'key.pem'),
    '-out',
    ca,
  ];
  const openssl = spawn('openssl', made, { stdio: 'ignore' });
  const site = readFileSync(join(ROOT, 'deploy/nginx/clearbook.conf'), 'utf8')
    .replaceAll('127.0.0.1:3000', upstream)
    .replaceAll(/listen (\[::\]:)?80;/g, (_line, six) => `listen ${six ?? ''}${http};`)
    .replaceAll(/listen (\[::\]:)?443 /g, (_line, six) => `listen ${six ?? ''}${https} `)
    .replaceAll('clearbook.example', 'localhost')
    .replaceAll('/etc/ssl/clearbook/fullchain.pem', ca)
    .replaceAll('/etc/ssl/clearbook/key.pem', join(folder, 'key.pem'))
    .replaceAll('Host              $host;', 'Host              $http_host;');
  const config = join(folder, 'nginx.conf');
  writeFileSync(
    config,
    `daemon off;\npid ${folder}/pid;\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n${site}}\n`,
  );
  const line = `while [ ! -s ${join(folder, 'key.pem')} ] || [ ! -s ${ca} ]; do sleep 0.1; done; exec nginx -p ${folder} -c ${config}`;
  const child = spawn('sh', ['-c', line], { stdio: ['ignore', 'ignore', 'pipe'] });
  openssl.on('error', () => child.kill());
  return { child, ca };
}

async function until(holds: () => Promise<boolean>, words: () => string): Promise<void> {
  const deadline = performance.now() + READY_MS;
  while (!(await holds().catch(() => false))) {
    if (performance.now() > deadline) throw new Error(words());
    await pause(250);
  }
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  const over = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGTERM');
  return over;
}
