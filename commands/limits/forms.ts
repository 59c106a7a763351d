import { type APIModalInteractionResponseCallbackData, ComponentType } from 'discord.js';
import { amountsOf, decided, type LimitAmount, type LimitSubject } from '../../src/community/limits.ts';
import { cutText } from '../../src/discord/escape.ts';
import type { GivenLimits, LimitsDesk } from '../../src/limits/desk.ts';
import { renderContradictions } from '../../src/limits/panel-page.ts';
import { mostGiven, perEntered, readLimit, subjectId, unitOf, writeLimit } from '../../src/limits/subject.ts';
import { Refusal } from '../../src/refusal/refusal.ts';
import { type SpendingUnit, spendingPeriods, spendingUnits } from '../../src/refusal/spending.ts';
import { allWords } from '../../src/words/index.ts';
import { answerWith } from '../kit/answer.ts';
import { type Asking, chosenIn, editorOf, typedIn } from '../kit/given.ts';
import { type ButtonRoute, type CallFrame, type ModalRoute, ownForm, ownFormId } from '../kit/surface.ts';
import { textField } from '../kit/text-field.ts';
import { decidesLimits, showLimits, subjectIn } from './panel.ts';

type Words = CallFrame['words'];

const feature = 'limits';
/** Discord's maximum. */
const longestTitle = 45;
const longestAmount = 20;

/** What counts as these two words, whatever language someone reads. */
const said = {
  unlimited: ['unlimited', ...allWords.map(({ limits }) => limits.unlimited)],
  default: ['default', ...allWords.map(({ limits }) => limits.default)],
};

/** `<subject>.<unit>`, and what was entered after it. */
function partsOf(id: string): { subject: LimitSubject; unit: SpendingUnit; rest: readonly string[] } {
  const [subject = '', name = '', ...rest] = id.split('.');
  const unit = unitOf(name);
  if (!unit) throw new Refusal({ code: 'control-expired' });
  return { subject: subjectIn(subject), unit, rest };
}

/** The form of one unit: a day and a month, never empty. */
export function editLimit(desk: LimitsDesk): ButtonRoute {
  return {
    feature,
    action: 'edit',
    acknowledge: 'none',
    guards: [decidesLimits(desk)],
    run: async ({ interaction, id, words }) => {
      const { subject, unit } = partsOf(id);
      const { form, unlimited, default: byDefault } = words.limits;
      const amounts = amountsOf(await desk.limitsIn(interaction.guildId), subject);
      const written = (amount: LimitAmount | undefined) =>
        writeLimit(amount, unit, { unlimited, default: byDefault });
      const hint = form.hint(form.units[unit]);
      await interaction.showModal({
        custom_id: ownFormId(interaction, {
          feature,
          action: 'set',
          id: `${subjectId(subject)}.${spendingUnits.indexOf(unit)}`,
        }),
        title: cutText(words.spending.things[unit], longestTitle),
        components: [
          ...spendingPeriods.map((period) =>
            textField(period, {
              ...{ label: form[period], hint, most: longestAmount },
              value: written(decided(amounts, unit, period)),
            }),
          ),
        ],
      } satisfies APIModalInteractionResponseCallbackData);
    },
  };
}

/** Saves it, or says first what can't both be meant. */
export function setLimit(desk: LimitsDesk): ModalRoute {
  return ownForm({
    feature,
    action: 'set',
    reply: 'update',
    guards: [decidesLimits(desk)],
    run: async ({ interaction, id, words }) => {
      const { subject, unit } = partsOf(id);
      const given: GivenLimits = {
        ...limitIn(interaction, 'day', unit),
        ...limitIn(interaction, 'month', unit),
      };
      const found = await desk.contradictions(interaction.guildId, subject, unit, given);
      if (found.length > 0) {
        const entered = [given.day ?? 'default', given.month ?? 'default'];
        const carried = [subjectId(subject), unit, ...entered].join('.');
        await answerWith(interaction, renderContradictions(found, unit, { id: carried, subject }, words));
        return;
      }
      await save(desk, interaction, { subject, unit, given }, words);
    },
  });
}

function limitIn(
  form: Parameters<typeof typedIn>[0],
  period: 'day' | 'month',
  unit: SpendingUnit,
): GivenLimits {
  const typed = typedIn(form, period);
  const read = readLimit(typed, unit, said);
  if (!read)
    throw new Refusal({
      code: 'limit-unreadable',
      given: typed.slice(0, 40),
      most: mostGiven / perEntered(unit),
    });
  return read.amount === undefined ? {} : { [period]: read.amount };
}

export function saveAnyway(desk: LimitsDesk): ButtonRoute {
  return {
    feature,
    action: 'save-anyway',
    acknowledge: 'update',
    guards: [decidesLimits(desk)],
    run: async ({ interaction, id, words }) => {
      const { subject, unit, rest } = partsOf(id);
      const [day, month] = rest.map(carriedAmount);
      const given = {
        ...(day === undefined ? {} : { day }),
        ...(month === undefined ? {} : { month }),
      };
      await save(desk, interaction, { subject, unit, given }, words);
    },
  };
}

function carriedAmount(text: string): LimitAmount | undefined {
  if (text === 'default') return undefined;
  if (text === 'unlimited') return text;
  if (/^\d{1,10}$/.test(text)) return Number(text);
  throw new Refusal({ code: 'control-expired' });
}

async function save(
  desk: LimitsDesk,
  interaction: Asking,
  { subject, unit, given }: { subject: LimitSubject; unit: SpendingUnit; given: GivenLimits },
  words: Words,
): Promise<void> {
  await desk.setLimit(editorOf(interaction), subject, unit, given);
  await showLimits(desk, interaction, words, subject, words.limits.saved);
}

const prices = ['videoSecond', 'thousandCharacters', 'liveMinute'] as const;

export function openPrices(desk: LimitsDesk): ButtonRoute {
  return {
    feature,
    action: 'prices',
    acknowledge: 'none',
    guards: [decidesLimits(desk)],
    run: async ({ interaction, id, words }) => {
      const { form } = words.limits;
      const known = (await desk.limitsIn(interaction.guildId)).prices;
      const price = { hint: form.priceHint, required: false, most: longestAmount };
      await interaction.showModal({
        custom_id: ownFormId(interaction, { feature, action: 'set-prices', id }),
        title: form.prices,
        components: [
          ...prices.map((name) =>
            textField(name, { ...price, label: form[name], value: String(known[name] ?? '') }),
          ),
          textField('currency', { label: form.currency, required: false, most: 8, value: known.currency }),
        ],
      });
    },
  };
}

export function setPrices(desk: LimitsDesk): ModalRoute {
  return ownForm({
    feature,
    action: 'set-prices',
    reply: 'update',
    guards: [decidesLimits(desk)],
    run: async ({ interaction, id, words }) => {
      const given = Object.fromEntries(
        prices.flatMap((name) => {
          const price = priceIn(typedIn(interaction, name));
          return price === undefined ? [] : [[name, price]];
        }),
      );
      const currency = typedIn(interaction, 'currency').trim() || '$';
      await desk.setPrices(editorOf(interaction), { ...given, currency });
      await showLimits(desk, interaction, words, subjectIn(id), words.limits.saved);
    },
  });
}

function priceIn(typed: string): number | undefined {
  const text = typed.normalize('NFKC').trim().replace(',', '.');
  if (text === '') return undefined;
  if (!/^\d{1,6}(\.\d{1,8})?$/.test(text))
    throw new Refusal({ code: 'price-unreadable', given: typed.slice(0, 40) });
  return Number(text);
}

export function openGiveBack(desk: LimitsDesk): ButtonRoute {
  return {
    feature,
    action: 'give-back',
    acknowledge: 'none',
    guards: [decidesLimits(desk)],
    run: async ({ interaction, id, words }) => {
      const { form, menus } = words.limits;
      const subject = subjectIn(id);
      await interaction.showModal({
        custom_id: ownFormId(interaction, { feature, action: 'given-back', id }),
        title: form.giveBack,
        components: [
          {
            type: ComponentType.Label,
            label: menus.giveBackTo,
            component: {
              type: ComponentType.UserSelect,
              custom_id: 'person',
              ...(subject.is === 'person'
                ? { default_values: [{ id: subject.id, type: 'user' as never }] }
                : {}),
            },
          },
          {
            type: ComponentType.Label,
            label: form.what,
            component: {
              type: ComponentType.StringSelect,
              custom_id: 'unit',
              options: spendingUnits.map((unit, index) => ({
                value: unit,
                label: cutText(`${words.spending.things[unit]} · ${form.units[unit]}`, 100),
                default: index === 0,
              })),
            },
          },
          textField('amount', { label: form.amount, most: 10 }),
          textField('reason', { label: form.reason, required: false, most: 200 }),
        ],
      });
    },
  };
}

export function givenBack(desk: LimitsDesk): ModalRoute {
  return ownForm({
    feature,
    action: 'given-back',
    reply: 'update',
    guards: [decidesLimits(desk)],
    run: async ({ interaction, id, words }) => {
      const unit = unitOf(chosenIn(interaction, 'unit'));
      const userId = chosenIn(interaction, 'person');
      if (!unit || !/^\d{15,25}$/.test(userId)) throw new Refusal({ code: 'form-incomplete' });
      const typed = typedIn(interaction, 'amount');
      const read = readLimit(typed, unit, { unlimited: [], default: [] });
      if (!read || typeof read.amount !== 'number' || read.amount === 0)
        throw new Refusal({
          code: 'limit-unreadable',
          given: typed.slice(0, 40),
          most: mostGiven / perEntered(unit),
        });
      const { guildId, user } = interaction;
      const reason = typedIn(interaction, 'reason').trim() || undefined;
      const order = { id: interaction.id, guildId, userId, by: user.id, unit, amount: read.amount, reason };
      const amount = await desk.giveBack(order);
      const told = words.limits.gaveBack(words.spending.amount(unit, amount), `<@${userId}>`);
      await showLimits(desk, interaction, words, subjectIn(id), told);
    },
  });
}
