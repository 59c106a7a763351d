import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import { safeAddress } from '../markdown/parse.ts';
import type { Button, PartialEmoji } from '../wire/component.ts';
import { buttonStyles } from '../wire/component.ts';
import { pageWords } from '../words/current.ts';
import { icons } from './icons.ts';

const styleNames: Readonly<Record<number, string>> = {
  [buttonStyles.primary]: 'primary',
  [buttonStyles.secondary]: 'secondary',
  [buttonStyles.success]: 'success',
  [buttonStyles.danger]: 'danger',
  [buttonStyles.link]: 'secondary',
  [buttonStyles.premium]: 'primary',
};

export interface ButtonUse {
  /** It was pressed and waits for its answer. */
  readonly busy: boolean;
  /** Another component of the message waits: until then this one can't be used, but it keeps the focus. */
  readonly blocked: boolean;
  readonly press: () => void;
}

/**
 * A message's button. Not `discord-button`: that one stays focusable when disabled, has no pending state and insists on
 * being the child of a row, which a section's accessory is not.
 */
export function renderButton(button: Button, use: ButtonUse): TemplateResult {
  const content = html`${renderEmoji(button.emoji)}${button.label ? html`<span>${button.label}</span>` : nothing}`;
  const name = button.label ?? button.emoji?.name ?? pageWords().messages.button;
  const href = button.style === buttonStyles.link ? safeAddress(button.url ?? '') : undefined;
  if (href && !button.disabled) {
    return html`<a class="button secondary" href=${href} target="_blank" rel="noopener noreferrer" aria-label=${`${name} (opens ${new URL(href).host})`}>${content}${icons.external()}</a>`;
  }
  return html`<button
    type="button"
    class="button ${styleNames[button.style] ?? 'secondary'}"
    data-custom-id=${button.custom_id ?? nothing}
    aria-label=${name}
    aria-busy=${use.busy ? 'true' : nothing}
    aria-disabled=${use.blocked ? 'true' : nothing}
    ?disabled=${button.disabled === true}
    @click=${() => {
      if (!use.busy && !use.blocked && button.custom_id) use.press();
    }}
  >${use.busy ? html`<span class="dots" aria-hidden="true"><i></i><i></i><i></i></span>` : nothing}<span class="button-content">${content}</span></button>`;
}

export function renderEmoji(emoji: PartialEmoji | undefined): TemplateResult | typeof nothing {
  if (!emoji?.name) return nothing;
  return html`<span class="emoji" aria-hidden="true">${emoji.id ? `:${emoji.name}:` : emoji.name}</span>`;
}
