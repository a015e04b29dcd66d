export { Sheet } from '../../ui/sheet.tsx';
