export { execute, executeAndShow, type Books, type Request } from './execute.ts';
export { refusalText } from './refusal-text.ts';
export { coins, usd } from './wire.ts';
