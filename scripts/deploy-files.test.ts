import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { registry } from '../apps/api/src/platform/telemetry/index.ts';
import { expect, it } from 'vitest';

const DEPLOY = fileURLToPath(new URL('../deploy', import.meta.url));
const read = (file: string): string => readFileSync(join(DEPLOY, file), 'utf8');

it('[O59] the dashboard and the alert rules ask for nothing that the server does not count', () => {
  const names = new Set(registry.getMetricsAsArray().map(({ name }) => name));
  for (const file of ['grafana/clearbook.json', 'prometheus/alerts.yml']) {
    expect(existsSync(join(DEPLOY, file)), file).toBe(true);
    const asked = read(file).match(/\bclearbook_\w+/g) ?? [];
    expect(asked.length).toBeGreaterThan(9);
    for (const each of asked)
      expect(names.has(each) || names.has(each.replace(/_(?:bucket|sum|count)$/, '')), `${file}: ${each}`).toBe(true);
  }
  expect(JSON.parse(read('grafana/clearbook.json'))).toMatchObject({ uid: 'clearbook' });
});

const ROOT = join(DEPLOY, '..');

it('[O61] there is an image that is not root, PostgreSQL 18 behind Caddy, a unit that restarts, and proxies that pass sockets on', () => {
  const files: [file: string, holds: RegExp[]][] = [
    ['Containerfile', [/^USER clearbook$/m, /scripts\/build\.ts/, /npm prune .*--omit=dev/]],
    ['deploy/compose/compose.yaml', [/postgres:18/, /caddy:2/, /DATABASE_URL_FILE: /, /TRUST_PROXY: /]],
    [
      'deploy/systemd/clearbook.service',
      [/^Restart=always$/m, /^User=clearbook$/m, /CLEARBOOK_ENV_FILE=/, /^NoNewPrivileges=yes$/m],
    ],
    ['deploy/caddy/Caddyfile', [/reverse_proxy /, /\/metrics/]],
    ['deploy/nginx/clearbook.conf', [/http2/, /proxy_set_header Upgrade +\$http_upgrade;/, /metrics/]],
    ['.dockerignore', [/^deploy\/compose\/secrets$/m, /^deploy\/compose\/\*\.env$/m, /^data$/m]],
    ['docs/deploy.md', [/^```sh step$/m, /^```sh compose$/m]],
  ];
  for (const [file, holds] of files) {
    expect(existsSync(join(ROOT, file)), file).toBe(true);
    const text = readFileSync(join(ROOT, file), 'utf8');
    for (const each of holds) expect(text, file).toMatch(each);
  }
});
