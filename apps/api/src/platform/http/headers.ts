export type SecurityOptions = { secure: boolean };

/** What every response carries, whatever it is. */
export function baseHeaders({ secure }: SecurityOptions): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
    ...(secure ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' } : {}),
  };
}

/** Nothing in an api answer is a document, so nothing in it may run, load or be framed. */
export const API_CSP = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** A stored image, opened on its own, is a document too: the sandbox takes its origin away. */
export const FILE_CSP = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** A script that runs as a worker has the policy of its own file: it may ask this site, and nobody else. */
export const SCRIPT_CSP = "default-src 'none'; script-src 'self'; connect-src 'self'";
/** The installed app's worker fetches pages of this site, and nothing else runs or loads in it. */
export const WORKER_CSP = "default-src 'none'; connect-src 'self'";

export const CSP_REPORT_PATH = '/api/v1/csp-report';

/** The page's own policy. The nonce is for styles that libraries make at run time; there is no unsafe-inline. */
export function pageCsp(nonce: string, socketOrigins: readonly string[], frameSources: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src ${["'self'", ...socketOrigins].join(' ')}`,
    ...(frameSources.length > 0 ? [`frame-src ${frameSources.join(' ')}`] : []),
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    `report-uri ${CSP_REPORT_PATH}`,
    'report-to csp',
  ].join('; ');
}

export function reportingEndpoints(publicUrl: string): string {
  return `csp="${publicUrl}${CSP_REPORT_PATH}"`;
}
