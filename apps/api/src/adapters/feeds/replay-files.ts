import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isSymbol, type ReplaySeries, type Symbol } from '@clearbook/domain/market';
import { PlainError } from '../../platform/plain-error.ts';
import { parseReplayCsv } from './replay-csv.ts';

export const MAX_REPLAY_FILE_BYTES = 64 * 1024 * 1024;
export const MAX_REPLAY_TOTAL_BYTES = 512 * 1024 * 1024;
export const MAX_REPLAY_ENTRIES = 1_000;

/**
 * Reads SYMBOL.csv from folders, not from the folders inside them. Files of symbols that are not traded here are passed over.
 * @throws PlainError where a folder cannot be read or holds none, a symbol comes twice, a file is too large, or a candle is wrong.
 */
export async function loadReplayFolders(folders: readonly string[]): Promise<ReplaySeries[]> {
  const found = new Map<Symbol, ReplaySeries>();
  let total = 0;
  for (const folder of folders) {
    for (const { symbol, path } of await symbolFiles(folder)) {
      if (found.has(symbol))
        throw new PlainError(`MARKET_REPLAY_DIR holds two files for ${symbol}; the second is ${path}.`);
      const { size } = await stat(path);
      total += size;
      if (size > MAX_REPLAY_FILE_BYTES)
        throw new PlainError(`${path} is larger than ${MAX_REPLAY_FILE_BYTES / 1024 / 1024} MB.`);
      if (total > MAX_REPLAY_TOTAL_BYTES)
        throw new PlainError(
          `The files in MARKET_REPLAY_DIR are larger than ${MAX_REPLAY_TOTAL_BYTES / 1024 / 1024} MB together.`,
        );
      found.set(symbol, parseReplayCsv(symbol, await readFile(path, 'utf8'), path));
    }
  }
  if (found.size === 0)
    throw new PlainError('MARKET_REPLAY_DIR holds no file named after an instrument, such as EURUSD.csv.');
  return [...found.values()];
}

async function symbolFiles(folder: string): Promise<{ symbol: Symbol; path: string }[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    throw new PlainError(`MARKET_REPLAY_DIR: the folder ${folder} cannot be read (${error.code ?? 'unknown reason'}).`);
  });
  if (entries.length > MAX_REPLAY_ENTRIES)
    throw new PlainError(`MARKET_REPLAY_DIR: the folder ${folder} holds more than ${MAX_REPLAY_ENTRIES} entries.`);
  return entries.flatMap((entry) => {
    const symbol = entry.isFile() && entry.name.endsWith('.csv') ? entry.name.slice(0, -'.csv'.length) : '';
    return isSymbol(symbol) ? [{ symbol, path: join(folder, entry.name) }] : [];
  });
}
