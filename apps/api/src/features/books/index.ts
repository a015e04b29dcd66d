export { execute, executeAndShow, explain, type Books, type Request } from './execute.ts';
export { makeProposal, needsTwo, propose, setBy } from './propose.ts';
export { refusalText } from './refusal-text.ts';
export { coins, secondsLeft, settingOf, usd } from './wire.ts';
