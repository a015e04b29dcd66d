import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { registry } from '../apps/api/src/platform/telemetry/index.ts';
import { expect, it } from 'vitest';

const DEPLOY = fileURLToPath(new URL('../deploy', import.meta.url));
const read = (file: string): string => readFileSync(join(DEPLOY, file), 'utf8');

it('[O59] the dashboard and the alert rules ask for nothing that the server does not count', () => {
  const names = new Set(registry.getMetricsAsArray().map(({ name }) => name));
  for (const file of ['grafana/clearbook.json', 'prometheus/alerts.yml']) {
    const asked = read(file).match(/\bclearbook_\w+/g) ?? [];
    expect(asked.length).toBeGreaterThan(9);
    for (const each of asked)
      expect(names.has(each) || names.has(each.replace(/_(?:bucket|sum|count)$/, '')), `${file}: ${each}`).toBe(true);
  }
  expect(JSON.parse(read('grafana/clearbook.json'))).toMatchObject({ uid: 'clearbook' });
});
