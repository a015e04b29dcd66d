export { BOTS } from './bots.ts';
export { type BotDesk, createBotDesk } from './desk.ts';
