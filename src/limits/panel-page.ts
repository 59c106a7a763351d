import {
  type APIActionRowComponent,
  type APIComponentInMessageActionRow,
  type APIContainerComponent,
  ComponentType,
  SelectMenuDefaultValueType,
} from 'discord.js';
import {
  amountsOf,
  type Contradiction,
  contradictionsIn,
  decided,
  type LimitAmount,
  type LimitSubject,
  type LimitsPage,
  type OwnersLimits,
  usualLimit,
} from '../community/limits.ts';
import { button, buttonRow, container, encodeCustomId, liveTime, menuRow, text } from '../discord/layout.ts';
import type { MessageBody } from '../discord/messenger.ts';
import { marksOf } from '../language/marks.ts';
import { type SpendingUnit, spendingUnits } from '../refusal/spending.ts';
import type { Words } from '../words/index.ts';
import type { GoingOn } from './desk.ts';
import { subjectId } from './subject.ts';

export interface LimitsView {
  readonly page: LimitsPage;
  readonly owners: OwnersLimits;
  readonly subject: LimitSubject;
  readonly isEverythingPaused: boolean;
  readonly goingOn: GoingOn;
  /** For the bot's owner: one button more. */
  readonly isOwner: boolean;
  readonly headline?: string | undefined;
}

const feature = 'limits';
const shared = ['everyone', 'newcomers', 'server'] as const;

/** The limits of one subject; each opens a form, and whose they are is one choice away. */
export function renderLimits(view: LimitsView, words: Words): MessageBody {
  const { subject, page, isEverythingPaused, isOwner, goingOn, headline } = view;
  const { limits: say } = words;
  const lines = [
    ...(headline === undefined ? [] : [headline]),
    ...(isEverythingPaused ? [say.everythingPaused] : []),
    ...(page.paused ? [say.paused(`<@${page.paused.by}>`, liveTime(page.paused.at))] : []),
    ...(isEverythingPaused || page.paused ? goingOnLines(goingOn, words) : []),
  ];
  const id = subjectId(subject);
  const act = (action: string) => [feature, action, id] as const;
  const owner = isEverythingPaused
    ? button('primary', say.buttons.resumeAll, ...act('resume-all'))
    : button('danger', say.buttons.pauseAll, ...act('pause-all'));
  return {
    components: [
      container([
        text([say.title, ...lines].join('\n')),
        text(
          [`**${aboutOf(subject, words)}**`, ...spendingUnits.map((unit) => lineOf(unit, view, words))].join(
            '\n',
          ),
        ),
        ...liftLine(view, words),
        ...buttonRow(
          spendingUnits.map((unit) =>
            button('secondary', words.spending.things[unit], feature, 'edit', `${id}.${unit}`),
          ),
        ),
        subjectMenu(subject, words),
        ...ownMenus(subject, words),
        ...buttonRow([
          page.paused
            ? button('primary', say.buttons.resume, ...act('resume'))
            : button('danger', say.buttons.pause, ...act('pause')),
          button('secondary', say.buttons.preview, ...act('preview')),
          button('secondary', say.buttons.giveBack, ...act('give-back')),
          button('secondary', say.buttons.prices, ...act('prices')),
        ]),
        ...(isOwner ? buttonRow([owner]) : []),
        text(`-# ${say.rule}`),
      ]),
    ],
  };
}

/** A pause takes nothing back: what's paid goes on. */
function goingOnLines({ videos, waitingVideos, texts, hasCall }: GoingOn, words: Words): string[] {
  const { goesOn } = words.limits;
  const paid = [
    ...(videos > 0 ? [goesOn.videos(videos)] : []),
    ...(texts > 0 ? [goesOn.texts(texts)] : []),
    ...(hasCall ? [goesOn.call] : []),
  ].join(marksOf(words.locale).listed);
  return [
    ...(paid === '' ? [] : [`-# ${goesOn.paid(paid)}`]),
    ...(waitingVideos > 0 ? [`-# ${goesOn.waiting(waitingVideos)}`] : []),
  ];
}

export function aboutOf(subject: LimitSubject, { limits: { about } }: Words): string {
  switch (subject.is) {
    case 'role':
      return about.role(`<@&${subject.id}>`);
    case 'person':
      return about.person(`<@${subject.id}>`);
    default:
      return about[subject.is];
  }
}

function lineOf(unit: SpendingUnit, { page, owners, subject }: LimitsView, words: Words): string {
  const { limits: say, spending } = words;
  const amounts = amountsOf(page, subject);
  const [day, month] = [decided(amounts, unit, 'day'), decided(amounts, unit, 'month')];
  const whose = subject.is === 'server' ? 'guild' : 'person';
  const hasDefault = subject.is === 'server' || subject.is === 'everyone';
  const usual = hasDefault
    ? say.byDefault(spending.amount(unit, usualLimit(unit, whose, owners[unit])))
    : subject.is === 'newcomers'
      ? say.asEveryone
      : say.noOwn;
  const owner = subject.is === 'server' ? owners[unit].perGuildPerDay : owners[unit].perPersonPerDay;
  const shown = [
    day === undefined ? usual : say.day(shownLimit(day, unit, words)),
    ...(month === undefined ? [] : [say.month(shownLimit(month, unit, words))]),
    ...(hasDefault && day !== undefined && owner > 0 ? [say.ownerAllows(spending.amount(unit, owner))] : []),
  ];
  return `${spending.things[unit]}${marksOf(words.locale).colon}${shown.join(' · ')}`;
}

export function shownLimit(
  amount: LimitAmount,
  unit: SpendingUnit,
  { limits: say, spending }: Words,
): string {
  if (amount === 'unlimited') return `**${say.unlimited}**`;
  return amount === 0 ? `**${say.none}**` : spending.amount(unit, amount);
}

function liftLine(
  { page, subject }: LimitsView,
  { limits: say }: Words,
): APIContainerComponent['components'] {
  if (subject.is !== 'role' && subject.is !== 'person') return [];
  const own = (subject.is === 'role' ? page.roles : page.people)[subject.id];
  if (!own) return [];
  const label = own.lifts ? say.buttons.strict : say.buttons.lift;
  return [
    text(`-# ${own.lifts ? say.lifts : say.isStrict}`),
    ...buttonRow([button('secondary', label, feature, 'lift', subjectId(subject))]),
  ];
}

type Row = APIActionRowComponent<APIComponentInMessageActionRow>;

function subjectMenu({ is }: LimitSubject, { limits: say }: Words): Row {
  return menuRow(feature, 'whose', 'which', {
    placeholder: say.menus.subject,
    options: shared.map((value) => ({ value, label: say.subjects[value], default: is === value })),
  });
}

function ownMenus(subject: LimitSubject, { limits: say }: Words): readonly Row[] {
  const { Role, User } = SelectMenuDefaultValueType;
  const role = subject.is === 'role' ? { default_values: [{ id: subject.id, type: Role } as const] } : {};
  const person = subject.is === 'person' ? { default_values: [{ id: subject.id, type: User } as const] } : {};
  const id = (action: string) => encodeCustomId({ feature, action, id: 'which' });
  return [
    {
      type: ComponentType.ActionRow,
      components: [
        { type: ComponentType.RoleSelect, custom_id: id('role'), placeholder: say.menus.role, ...role },
      ],
    },
    {
      type: ComponentType.ActionRow,
      components: [
        { type: ComponentType.UserSelect, custom_id: id('person'), placeholder: say.menus.person, ...person },
      ],
    },
  ];
}

/** What couldn't both be meant, with a way to save it anyway. `id` carries what was entered. */
export function renderContradictions(
  found: readonly Contradiction[],
  unit: SpendingUnit,
  { id, subject }: { readonly id: string; readonly subject: LimitSubject },
  words: Words,
): MessageBody {
  const { limits: say } = words;
  const sentences = found.map((each) => sentenceOf(each, unit, words));
  return {
    components: [
      container([
        text(
          [
            `**${say.unchanged}** ${aboutOf(subject, words)} · ${words.spending.things[unit]}`,
            ...sentences,
          ].join('\n'),
        ),
        ...buttonRow([
          button('danger', say.buttons.anyway, feature, 'save-anyway', id),
          button('secondary', say.buttons.back, feature, 'back', subjectId(subject)),
        ]),
      ]),
    ],
  };
}

/** Everything on a page that couldn't both be meant, each once, with whose limit it's about. */
export function contradictionLines(page: LimitsPage, owners: OwnersLimits, words: Words): readonly string[] {
  const subjects: readonly LimitSubject[] = [
    ...shared.map((is) => ({ is })),
    ...Object.keys(page.roles).map((id) => ({ is: 'role', id }) as const),
    ...Object.keys(page.people).map((id) => ({ is: 'person', id }) as const),
  ];
  const lines = new Map<string, string>();
  for (const subject of subjects)
    for (const unit of spendingUnits) {
      if (amountsOf(page, subject)[unit] === undefined) continue;
      for (const found of contradictionsIn(page, subject, unit, owners[unit])) {
        const sentence = `${words.spending.things[unit]}: ${sentenceOf(found, unit, words)}`;
        if (!lines.has(sentence)) lines.set(sentence, `**${aboutOf(subject, words)}** · ${sentence}`);
      }
    }
  return [...lines.values()];
}

function sentenceOf(found: Contradiction, unit: SpendingUnit, words: Words): string {
  const { contradictions: say } = words.limits;
  const shown = (amount: LimitAmount) => shownLimit(amount, unit, words);
  switch (found.is) {
    case 'day-above-month':
      return say.dayAboveMonth(shown(found.day), shown(found.month));
    case 'person-above-server':
      return say.personAboveServer(found.period, shown(found.person), shown(found.server));
    case 'newcomers-above-everyone':
      return say.newcomersAboveEveryone(shown(found.newcomers), shown(found.everyone));
    case 'above-owner':
      return say.aboveOwner(shown(found.amount), shown(found.owner));
  }
}
