/** Why this process takes no writes for the moment: what it can say to whoever asks for one. */
export type Halt = 'storage_full' | 'outdated';
