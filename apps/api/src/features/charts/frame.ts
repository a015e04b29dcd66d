import { panelWords } from '@clearbook/contracts/words/chart-panels';
import { instrument, isSymbol, type Symbol } from '@clearbook/domain/market';
import { randomBytes } from 'node:crypto';
import type { Http } from '../../platform/http/index.ts';

/** The only hosts that the frame's page may show. It may show nothing else and run nothing. */
const HOST = 'https://www.tradingview-widget.com';
const HOSTS = [HOST, 'https://s.tradingview.com', 'https://www.tradingview.com'];
/** What the third party's document may do in its frame: run, keep things under its own origin, open a tab. Not: navigate this page, ask for anything, send forms. */
export const FRAME_SANDBOX = 'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox';

export function frameCsp(nonce: string): string {
  return [
    "default-src 'none'",
    `frame-src ${HOSTS.join(' ')}`,
    `style-src 'nonce-${nonce}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; ');
}

/**
 * A page of its own for the third-party chart. It holds one frame and no script, so that nobody else's code ever runs in a document of
 * this origin: what the third party's script would do here, make the frame with its settings, the server does.
 */
export function mountChartFrame(app: Http['app']): void {
  app.get<{ Querystring: { symbol?: unknown; theme?: unknown } }>('/chart-frame', (request, reply) => {
    const { symbol, theme } = request.query;
    if (typeof symbol !== 'string' || !isSymbol(symbol)) return reply.callNotFound();
    const nonce = randomBytes(16).toString('base64url');
    return reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': frameCsp(nonce),
        'referrer-policy': 'no-referrer',
      })
      .send(page(symbol, theme === 'dark' ? 'dark' : 'light', nonce));
  });
}

function page(symbol: Symbol, theme: 'light' | 'dark', nonce: string): string {
  const settings = {
    ...{ autosize: true, symbol: theirs(symbol), interval: '60', timezone: 'Etc/UTC', theme, style: '1' },
    ...{ hide_volume: true, allow_symbol_change: true, save_image: false, support_host: 'https://www.tradingview.com' },
  };
  // Every character but letters and digits is escaped, so nothing of it can leave the attribute.
  const address = `${HOST}/embed-widget/advanced-chart/?locale=en#${encodeURIComponent(JSON.stringify(settings))}`;
  const name = panelWords.frame(instrument(symbol).name);
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${name.replaceAll('&', '&amp;')}</title>
<style nonce="${nonce}">html,body,iframe{margin:0;border:0;width:100%;height:100%;display:block;color-scheme:${theme}}</style></head>
<body><iframe src="${address.replaceAll("'", '%27')}" title="${name.replaceAll('&', '&amp;')}" sandbox="${FRAME_SANDBOX}"></iframe></body>
</html>
`;
}

/** The vendor's names for our instruments. */
function theirs(symbol: Symbol): string {
  const of = instrument(symbol);
  if (of.class === 'forex') return `FX:${symbol}`;
  return of.class === 'crypto' ? `CRYPTO:${symbol}USD` : symbol;
}
