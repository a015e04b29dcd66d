export { SearchField } from './search-field.tsx';
export { useSearch } from './use-search.ts';
