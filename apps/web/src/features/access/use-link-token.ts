import { useEffect, useState } from 'react';

/** What the link of a mail carries after its #, until somebody would rather have another one. */
export function useLinkToken(): { token: string | null; carried: URLSearchParams; forget: () => void } {
  const [carried, setCarried] = useState(inAddress);
  const token = carried.get('token');
  useEffect(() => {
    // The link of the mail, pasted into a tab that shows this page already: the browser changes the address and loads nothing.
    const read = () => setCarried((before) => (inAddress().has('token') ? inAddress() : before));
    addEventListener('hashchange', read);
    return () => removeEventListener('hashchange', read);
  }, []);
  useEffect(() => {
    // The token stays out of the address bar, of bookmarks and of the browser's history.
    if (carried.has('token')) history.replaceState(history.state, '', location.pathname);
  }, [carried]);
  return { token, carried, forget: () => setCarried(new URLSearchParams()) };
}

function inAddress(): URLSearchParams {
  return new URLSearchParams(location.hash.slice(1));
}
