import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { routes } from '@clearbook/contracts/routes';
import type { RouteKey } from '@clearbook/contracts/routes';
import pino from 'pino';
import { afterAll, expect, it } from 'vitest';
import { buildHttp, type Http } from '../../platform/http/index.ts';
import { mountChartFrame } from './frame.ts';

const webDir = mkdtempSync(join(tmpdir(), 'clearbook-frame-'));
writeFileSync(join(webDir, 'index.html'), '<!doctype html><title>app</title>');
const opened: Http[] = [];
afterAll(async () => {
  await Promise.all(opened.map(({ app }) => app.close()));
  rmSync(webDir, { recursive: true });
});

async function server(chartProvider: 'builtin' | 'tradingview'): Promise<Http['app']> {
  const http = await buildHttp({
    config: {
      ...{ mode: 'demo', publicUrl: 'http://127.0.0.1:3000', allowedOrigins: ['http://127.0.0.1:3000'] },
      ...{ trustProxy: false, rateLimits: false, chartProvider },
    },
    clock: { now: () => new Date('2026-01-05T12:00:00Z') },
    log: pino({ level: 'silent' }),
    authenticate: async () => undefined,
    webDir,
  });
  opened.push(http);
  for (const key of Object.keys(routes) as RouteKey[]) http.register(key, () => Promise.reject(new Error('not asked')));
  if (chartProvider === 'tradingview') mountChartFrame(http.app);
  await http.app.ready();
  return http.app;
}

const directive = (policy: unknown, name: string): string | undefined =>
  String(policy)
    .split('; ')
    .find((part) => part.startsWith(`${name} `));

it('[H14] without the third-party chart the application may show no frame and names no other host', async () => {
  const app = await server('builtin');
  const policy = (await app.inject('/trades')).headers['content-security-policy'];
  expect(directive(policy, 'default-src')).toBe("default-src 'none'");
  expect(directive(policy, 'frame-src')).toBeUndefined();
  expect(policy).not.toContain('tradingview');
  const frame = await app.inject('/chart-frame?symbol=EURUSD');
  expect(frame.body).not.toContain('tradingview');
});

it('[H14] with it the application still runs and shows only its own, and the frame’s page shows the third party and runs nothing', async () => {
  const app = await server('tradingview');
  const policy = (await app.inject('/trades')).headers['content-security-policy'];
  expect(directive(policy, 'script-src')).toBe("script-src 'self'");
  expect(directive(policy, 'frame-src')).toBe("frame-src 'self'");
  expect(policy).not.toContain('tradingview');

  const frame = await app.inject('/chart-frame?symbol=BRK.B&theme=dark');
  expect(frame.statusCode).toBe(200);
  const own = frame.headers['content-security-policy'];
  expect(directive(own, 'default-src')).toBe("default-src 'none'");
  expect(directive(own, 'script-src')).toBeUndefined();
  expect(directive(own, 'frame-src')).toContain('https://www.tradingview-widget.com');
  expect(directive(own, 'frame-ancestors')).toBe("frame-ancestors 'self'");
  expect(own).not.toContain('unsafe');
  expect(frame.headers['referrer-policy']).toBe('no-referrer');
  expect(frame.body).not.toContain('<script');
  expect(/sandbox="([^"]*)"/.exec(frame.body)?.[1]?.split(' ')).not.toContain('allow-top-navigation');
  const settings = JSON.parse(decodeURIComponent(/#([^"]+)"/.exec(frame.body)?.[1] ?? '')) as unknown;
  expect(settings).toMatchObject({
    ...{ symbol: 'BRK.B', interval: '60', timezone: 'Etc/UTC', theme: 'dark' },
    ...{ hide_volume: true, allow_symbol_change: true },
  });
});

it('[H14] the frame’s page is made for instruments only, and nothing of the address gets into it', async () => {
  const app = await server('tradingview');
  for (const symbol of ['', 'NOPE', 'constructor', '"><script>alert(1)</script>', 'EURUSD&symbol=BTC'])
    expect((await app.inject(`/chart-frame?symbol=${encodeURIComponent(symbol)}`)).body, symbol).not.toContain(
      'tradingview',
    );
  expect((await app.inject('/chart-frame?symbol=BTC&symbol=ETH')).body).not.toContain('tradingview');
  const odd = await app.inject(`/chart-frame?symbol=EURUSD&theme=${encodeURIComponent('"><script>')}`);
  expect(odd.body).not.toContain('<script');
  expect(odd.body).toContain(encodeURIComponent('"symbol":"FX:EURUSD"'));
});
