import type { EntryVerdict, LogFault, Remembered, Shown, Whose } from '@clearbook/verify';

/** What the page asks its worker for. */
export type Task =
  | { readonly kind: 'look' }
  | { readonly kind: 'entry'; readonly receipt: unknown; readonly shown: Shown }
  | { readonly kind: 'file'; readonly file: File; readonly key: string };

export type Asked = Task & { readonly kept: Remembered | undefined };

export type LookResult =
  | { readonly kind: 'seen'; readonly kept: Remembered }
  | { readonly kind: 'fault'; readonly fault: LogFault }
  | { readonly kind: 'unread'; readonly message: string };

/** An entry as a page shows it. Amounts as the api writes them; what the page does not show is left out. */
export type ShownEntry = {
  readonly number: string;
  readonly at: string;
  readonly client: string;
  readonly event?: string;
  readonly total?: string;
  readonly cash?: string;
  readonly owed?: string;
};

/** One line of a report; of its failures as many as a page can show. */
export type ShownCheck = {
  readonly name: string;
  readonly text: string;
  readonly failures: readonly string[];
  readonly more: number;
};

export type FileResult =
  | {
      readonly kind: 'checked';
      readonly passed: boolean;
      readonly checks: readonly ShownCheck[];
      readonly origin: string;
      readonly whose: Whose;
      readonly log: 'compared' | 'elsewhere' | 'unread';
      readonly kept?: Remembered;
      /** All lines with all failures, to keep. */
      readonly report: Blob;
    }
  | { readonly kind: 'fault'; readonly fault: LogFault }
  | { readonly kind: 'unreadable'; readonly what: 'file' | 'key'; readonly message: string };

export type ResultOf<T extends Task> = T extends { kind: 'look' }
  ? LookResult
  : T extends { kind: 'entry' }
    ? EntryVerdict
    : FileResult;

export type Answer =
  | { readonly told: readonly [done: number, of: number] }
  | { readonly result: LookResult | EntryVerdict | FileResult };
