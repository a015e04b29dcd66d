export { MyAudit } from './my-audit.tsx';
