import type { Reporter, TestModule } from 'vitest/node';

/** Names what failed once more, after everything else: whoever sees only the end of a long run knows what to look for. */
export const failedLast: Reporter = {
  onTestRunEnd(modules: readonly TestModule[]) {
    const failed = modules.flatMap((module) => [
      // A file that failed in its hooks, or before its first test.
      ...(module.errors().length > 0 ? [module.relativeModuleId] : []),
      ...[...module.children.allTests('failed')].map((test) => `${module.relativeModuleId} > ${test.fullName}`),
    ]);
    if (failed.length > 0) process.stdout.write(`\nFailed:\n${failed.map((name) => `  ${name}\n`).join('')}`);
  },
};
