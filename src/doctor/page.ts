import { container, text } from '../discord/layout.ts';
import type { MessageBody } from '../discord/messenger.ts';
import type { Words } from '../words/index.ts';
import { type CheckName, type Finding, type Health, healthOf, worstOf } from './finding.ts';

/** What moderators can do something about. Of the rest they only see that it isn't well. */
const forModerators: readonly CheckName[] = ['permissions'];

/** What isn't well first, the worst on top; what's well in one line. */
export function renderFindings(
  findings: readonly Finding[],
  to: 'owner' | 'moderator',
  { doctor: say }: Words,
): MessageBody {
  const rows = (health: Health) =>
    findings
      .filter((each) => healthOf(each) === health)
      .map(({ check, code, detail }) =>
        to === 'owner' || forModerators.includes(check)
          ? say.row(say.marks[health], say.checks[check], say.findings[code](detail))
          : say.askOwner(say.marks[health], say.checks[check]),
      );
  const unwell = [...rows('broken'), ...rows('look')];
  const well = findings.filter((each) => healthOf(each) === 'good');
  const rest = well.length > 0 ? [say.rest(well.map(({ check }) => say.checks[check]).join(' · '))] : [];
  const sections = [say.titles[worstOf(findings)], ...unwell, ...rest];
  return { components: [container(sections.map(text))] };
}

/** For a terminal: a line for each. */
export function findingsAsText(findings: readonly Finding[], { doctor: say }: Words): string {
  return findings
    .map((finding) => {
      const { check, code, detail } = finding;
      return `${say.states[healthOf(finding)].padEnd(12)}  ${say.checks[check]}: ${say.findings[code](detail)}`;
    })
    .join('\n');
}

/** For a report: nothing in it is secret, and nothing names a person, a server or an address. */
export function findingsAsJson(
  findings: readonly Finding[],
  facts: Readonly<Record<string, string>>,
): string {
  const checks = findings.map((finding) => ({ ...finding, health: healthOf(finding) }));
  return JSON.stringify({ health: worstOf(findings), ...facts, checks }, undefined, 2);
}
