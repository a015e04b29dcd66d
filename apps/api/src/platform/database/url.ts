/**
 * Addresses of databases. A socket folder instead of a host (`postgresql://login:password@/name?host=/folder`) is
 * what PostgreSQL's clients accept and URL refuses, so a stand-in host takes its place while we look inside.
 */
const STAND_IN = 'socket.invalid';

function parse(url: string): URL {
  return new URL(url.replace('@/', `@${STAND_IN}/`));
}

function print(url: URL): string {
  return url.href.replace(`@${STAND_IN}/`, '@/');
}

/** The same database under another login. */
export function withLogin(url: string, login: { user: string; password: string }): string {
  const parsed = parse(url);
  parsed.searchParams.delete('user');
  parsed.searchParams.delete('password');
  parsed.username = encodeURIComponent(login.user);
  parsed.password = encodeURIComponent(login.password);
  return print(parsed);
}

/** The same server and login, another database. */
export function withDatabase(url: string, database: string): string {
  const parsed = parse(url);
  parsed.pathname = `/${encodeURIComponent(database)}`;
  return print(parsed);
}

export function loginOf(url: string): { user: string; password: string } {
  const parsed = parse(url);
  return { user: decodeURIComponent(parsed.username), password: decodeURIComponent(parsed.password) };
}

export function databaseOf(url: string): string {
  return decodeURIComponent(parse(url).pathname.slice(1));
}

/** The address of a database behind a socket. */
export function socketUrl(at: {
  socketDir: string;
  port: number;
  user: string;
  password: string;
  database: string;
}): string {
  const url = new URL(`postgresql://localhost/${encodeURIComponent(at.database)}`);
  url.username = encodeURIComponent(at.user);
  url.password = encodeURIComponent(at.password);
  url.searchParams.set('host', at.socketDir);
  url.searchParams.set('port', String(at.port));
  return url.href;
}
