import { characterCount } from './cut-text.ts';
import { durationChoices } from './durations.ts';
import type { VideoModel } from './model.ts';
import type { RequestField } from './request.ts';
import type { RuleViolation } from './rule-violation.ts';

/** What is wrong with a value that can be anything, for a model that has the field. */
export type FieldCheck = (value: unknown, field: RequestField, model: VideoModel) => RuleViolation[];

export const flag: FieldCheck = (value, field) =>
  typeof value === 'boolean' ? [] : [{ field, rule: 'wrong-type' }];

export const address: FieldCheck = (value, field) => {
  if (typeof value !== 'string') return [{ field, rule: 'wrong-type' }];
  const protocol = URL.canParse(value) ? new URL(value).protocol : '';
  return protocol === 'http:' || protocol === 'https:' ? [] : [{ field, rule: 'not-http' }];
};

export function text(min: number, most: (model: VideoModel) => number): FieldCheck {
  return (value, field, model) => {
    const max = most(model);
    if (typeof value !== 'string') return [{ field, rule: 'wrong-type' }];
    if (min > 0 && value.trim() === '') return [{ field, rule: 'empty', min, max }];
    return characterCount(value) > max ? [{ field, rule: 'too-long', min, max }] : [];
  };
}

export function addresses(min: number, most: (model: VideoModel) => number): FieldCheck {
  return (value, field, model) => {
    const max = most(model);
    if (!Array.isArray(value)) return [{ field, rule: 'wrong-type', min, max }];
    const list: readonly unknown[] = value;
    const wrong = list.flatMap((each) => address(each, field, model)).slice(0, 1);
    const fits = list.length >= min && list.length <= max;
    return fits ? wrong : [{ field, rule: 'wrong-count', min, max }, ...wrong];
  };
}

export function oneOf(offered: (model: VideoModel) => readonly string[]): FieldCheck {
  return (value, field, model) => {
    const allowed = offered(model);
    return typeof value === 'string' && allowed.includes(value) ? [] : [{ field, rule: 'unknown', allowed }];
  };
}

export function whole(
  limits: (model: VideoModel) => { readonly min: number; readonly max: number },
): FieldCheck {
  return (value, field, model) => {
    const { min, max } = limits(model);
    if (typeof value !== 'number') return [{ field, rule: 'wrong-type', min, max }];
    if (!Number.isInteger(value)) return [{ field, rule: 'not-whole', min, max }];
    return value < min || value > max ? [{ field, rule: 'out-of-range', min, max }] : [];
  };
}

export const duration: FieldCheck = (value, field, model) => {
  const rule = model.duration;
  if (rule.rule === 'range')
    return whole(() => ({ min: rule.minSeconds, max: rule.maxSeconds }))(value, field, model);
  const choices = durationChoices(model);
  const allowed = choices.map(String);
  if (typeof value !== 'number') return [{ field, rule: 'wrong-type', allowed }];
  return choices.includes(value) ? [] : [{ field, rule: 'unknown', allowed }];
};

/** May be left out. */
export function optional(check: FieldCheck): FieldCheck {
  return (value, field, model) => (value === undefined ? [] : check(value, field, model));
}
