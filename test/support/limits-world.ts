import type { OwnersLimits } from '../../src/community/limits.ts';
import { spendingUnits } from '../../src/refusal/spending.ts';

const none = { perPersonPerDay: 0, perGuildPerDay: 0, perBotPerDay: 0 };

/** The bot's owner limits nothing. */
export const noOwnersLimits = Object.fromEntries(spendingUnits.map((unit) => [unit, none])) as OwnersLimits;
