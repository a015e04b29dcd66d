import { routeWords, TAGS, type Tag } from '@clearbook/contracts/description';
import { type Route, routes, type RouteKey } from '@clearbook/contracts/routes';
import { asksAgain } from '../step-up.ts';
import { introduction } from './index.ts';

/** Of staff, those whose role includes the permission. */
function whoOf(key: RouteKey, route: Route): string {
  return route.policy === 'admin' ? `admin: \`${route.can}\`${asksAgain(key, route) ? ', step-up' : ''}` : route.policy;
}

/** docs/api.md: what holds for every call, every error, and every route in one line. */
export function referencePage(): string {
  const keys = Object.keys(routes) as RouteKey[];
  const chapters = (Object.keys(TAGS) as Tag[]).flatMap((tag) => {
    const rows = keys
      .filter((key) => routeWords[key].tag === tag)
      .map((key) => `| \`${key}\` | ${routeWords[key].summary} | ${whoOf(key, routes[key])} |`);
    if (rows.length === 0) return [];
    return [`### ${tag}`, TAGS[tag], ['| route | what it does | who |', '| --- | --- | --- |', ...rows].join('\n')];
  });
  return [
    '# The API',
    'Written by `npm run openapi -- --reference` from the route table; a test compares. The whole description is at `/api/openapi.json`, to read at `/api/docs`; the WebSocket’s is at `/api/asyncapi.json`.',
    introduction(),
    '## Routes',
    'All under `/api/v1`. `owner`: whoever is signed in, for what is theirs. `admin`: staff whose role includes the permission. `step-up`: within five minutes of `POST /auth/step-up`.',
    ...chapters,
    '',
  ]
    .join('\n\n')
    .replace(/\n+$/, '\n');
}
