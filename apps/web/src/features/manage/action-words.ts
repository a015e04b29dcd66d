import { manageWords as words } from '@clearbook/contracts/words/manage';

/** What staff did, in words. An action that came later than this page is shown by its name. */
export function actionLabel(action: string): string {
  const labels: Readonly<Record<string, string>> = words.actions;
  return labels[action] ?? action.replaceAll(/[._]/g, ' ');
}
