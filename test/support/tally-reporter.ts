import type { Reporter, TestModule } from 'vitest/node';

/** Ends every run with the plain line `N passed, N failed, N skipped`, and names what was skipped. */
export default class TallyReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]): void {
    const count = { passed: 0, failed: unhandled.length, skipped: 0 };
    const skippedIn = new Set<string>();
    for (const module of modules) {
      if (module.state() === 'failed' && [...module.children.allTests()].length === 0) count.failed += 1;
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
