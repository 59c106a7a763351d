import type { Reporter, TestModule } from 'vitest/node';

/** Ends every run with the plain line `N passed, N failed, N skipped`, and names what was skipped. */
export default class TallyReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]): void {
    const count = { passed: 0, failed: unhandled.length, skipped: 0 };
    const skippedIn = new Set<string>();
    for (const module of modules) {
      count.failed += brokenPlaces(module);
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === 'passed') count.passed += 1;
        else if (state === 'failed') count.failed += 1;
        else {
          count.skipped += 1;
          skippedIn.add(
            `${module.relativeModuleId}: ${test.parent.type === 'suite' ? test.parent.fullName : ''}`,
          );
        }
      }
    }
    for (const place of skippedIn) console.log(`skipped: ${place}`);
    console.log(`${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`);
  }
}

/** Files and suites that failed beside their tests: what can't be read, and hooks before and after all of them. */
function brokenPlaces(module: TestModule): number {
  const suites = [...module.children.allSuites()].filter((suite) => suite.errors().length > 0).length;
  const isEmpty = module.state() === 'failed' && [...module.children.allTests()].length === 0;
  return suites + (module.errors().length > 0 || (isEmpty && suites === 0) ? 1 : 0);
}
