export { RequireAdmin } from './require-admin.tsx';
