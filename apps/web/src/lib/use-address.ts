import { useSearchParams } from 'react-router';

/** One choice of the page, kept in its address: a colleague can be sent what is on screen, and Back undoes it. An empty one is left out. */
export function useAddress(name: string): [string, (value: string) => void] {
  const [search, setSearch] = useSearchParams();
  const set = (value: string) =>
    setSearch((now) => {
      if (value === '') now.delete(name);
      else now.set(name, value);
      return now;
    });
  return [search.get(name) ?? '', set];
}
