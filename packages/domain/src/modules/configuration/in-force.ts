import type { State } from '../../kernel/state.ts';
import { CONFIGURABLE, type ConfigItem, type ConfigValues } from './items.ts';
import { CONFIGURATION, type Version } from './model.ts';

/** The name under which the versions of one thing are read. */
export function nameOf(item: ConfigItem, key: string): string {
  return `${item} ${key}`;
}

/**
 * Whether a version has taken effect. One that takes effect with its commit has, wherever it can be read, however far the clock of a process is behind: no two
 * processes ever decide by different ones.
 */
export function hasBegun({ effectiveAt, at }: Pick<Version, 'effectiveAt' | 'at'>, now: Date): boolean {
  return effectiveAt <= now || effectiveAt.getTime() === at.getTime();
}

/** The value in effect. */
export function inForce<I extends ConfigItem>(state: State, item: I, key: string, now: Date): ConfigValues[I] {
  const { standard, read } = CONFIGURABLE[item];
  const version = state
    .of(CONFIGURATION)
    .get(nameOf(item, key))
    ?.find((one) => hasBegun(one, now));
  return version === undefined ? standard(key) : read(version.value);
}

/** A new version among the others: the last to take effect first, and of two at the same moment the newer one. */
export function withVersion(versions: readonly Version[], added: Version): readonly Version[] {
  const later = versions.filter(({ effectiveAt }) => effectiveAt > added.effectiveAt);
  return [...later, added, ...versions.filter((one) => !later.includes(one))];
}
