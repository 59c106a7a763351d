import { Refusal } from '../../src/refusal/refusal.ts';

/** A form as it came back; what a hand-made client leaves out or gives another type is refused in words. */
export interface SubmittedForm {
  readonly fields: { readonly fields: ReadonlyMap<string, object> };
}

/** What was typed, possibly nothing. @throws Refusal `form-incomplete` */
export function typedIn(form: SubmittedForm, name: string): string {
  const field = form.fields.fields.get(name);
  if (field && 'value' in field && typeof field.value === 'string') return field.value;
  throw new Refusal({ code: 'form-incomplete' });
}

/** The one that was chosen. @throws Refusal `form-incomplete` */
export function chosenIn(form: SubmittedForm, name: string): string {
  const field = form.fields.fields.get(name);
  const values: unknown = field && 'values' in field ? field.values : undefined;
  const [first]: unknown[] = Array.isArray(values) ? values : [];
  if (typeof first === 'string') return first;
  throw new Refusal({ code: 'form-incomplete' });
}
