import type { ListMatch } from '@clearbook/domain/fraud';

/** One version of the lists of sanctioned and politically exposed people. */
export type ListVersion = {
  /** Of what was read, whole. */
  readonly sha256: Buffer;
  readonly readAt: Date;
  readonly people: number;
  find(name: string, born: string): ListMatch[];
};

/** Where lists come from. The same version is the same object, so reading often costs nothing. */
export type ScreeningList = {
  /** Null where the operator has no list. @throws where there is one that can't be read */
  read(now: Date): Promise<ListVersion | null>;
};
