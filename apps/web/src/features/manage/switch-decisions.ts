import { type Switch, startBody, stopBody } from '@clearbook/contracts/switches';
import { switchWords as words } from '@clearbook/contracts/words/switches';
import { decisionOf, reasonDecision } from './decision.ts';

const id = ({ name }: Switch) => name;

/** Stops something for everybody, or changes what clients read about it. */
export const stopForAll = decisionOf({
  route: 'POST /admin/switches/:id/stop',
  schema: stopBody,
  id,
  initial: ({ stopped, last }: Switch) => ({ banner: stopped ? (last?.banner ?? '') : '', reason: '' }),
  body: (values) => values,
  title: ({ name, stopped }) => (stopped ? words.changeOf(words.names[name]) : words.stopTitle(words.names[name])),
  text: () => words.stopText,
  act: ({ stopped }) => (stopped ? words.change : words.stop),
  danger: () => true,
  fields: () => [
    { kind: 'text', name: 'banner', label: words.banner, hint: words.bannerHint, first: true },
    { kind: 'text', name: 'reason', label: words.reason, hint: words.reasonHint },
  ],
  topics: ['settings'],
  failed: words.stopFailed,
  done: (_reply, { name }) => words.stopDone(words.names[name]),
});

export const startForAll = reasonDecision({
  route: 'POST /admin/switches/:id/start',
  schema: startBody,
  id,
  title: ({ name }: Switch) => words.startTitle(words.names[name]),
  text: () => words.startText,
  act: () => words.start,
  topics: ['settings'],
  failed: words.startFailed,
  done: (_reply, { name }) => words.startDone(words.names[name]),
});
