export type S3Location = {
  endpoint: string;
  bucket: string;
  /** Empty, or a folder name that ends in a slash. */
  prefix: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
};

/**
 * Reads FILES_URL: `s3://ACCESS_KEY:SECRET_KEY@bucket/prefix?endpoint=https://host&region=auto`.
 * Keys with reserved characters are percent-encoded. Undefined where the address is not of that shape.
 */
export function parseFilesUrl(value: string): S3Location | undefined {
  const url = URL.parse(value);
  if (url?.protocol !== 's3:' || !url.hostname || !url.username || !url.password) return undefined;
  const endpoint = URL.parse(url.searchParams.get('endpoint') ?? '');
  if (endpoint?.protocol !== 'https:' && endpoint?.protocol !== 'http:') return undefined;
  const folder = url.pathname.replace(/^\/+|\/+$/g, '');
  return {
    endpoint: endpoint.href.replace(/\/+$/, ''),
    bucket: url.hostname,
    prefix: folder === '' ? '' : `${folder}/`,
    region: url.searchParams.get('region') ?? 'auto',
    accessKeyId: decoded(url.username),
    secretAccessKey: decoded(url.password),
  };
}

/** A stray percent sign is taken as it stands. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
