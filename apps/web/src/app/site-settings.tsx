import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { firstQueries as queries } from '../lib/first-queries.ts';
import { setSiteName } from '../lib/title.ts';

/** Puts the operator's site name and icon on the browser's tab. */
export function SiteSettings() {
  const { data } = useQuery(queries.publicSettings());
  useEffect(() => {
    if (data === undefined) return;
    setSiteName(data.sitename);
    if (data.favicon !== null) document.querySelector('link[rel="icon"]')?.setAttribute('href', data.favicon);
  }, [data]);
  return null;
}

const DEFAULT_LOGO = '/favicon.svg';

/** Address of the site's logo: what staff uploaded, or the product's own. */
export function useLogo(): string {
  const { data } = useQuery(queries.publicSettings());
  return data?.favicon ?? DEFAULT_LOGO;
}
