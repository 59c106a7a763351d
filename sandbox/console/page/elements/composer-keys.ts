import type { ComposerEvent } from '../composer/composer-state.ts';

type Key = Extract<ComposerEvent, { kind: 'pressed' }>['key'];

/** What a key means to the composer; undefined for keys that only type. */
export function composerKey(event: KeyboardEvent): Key | undefined {
  if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return undefined;
  const { target } = event;
  if (target instanceof HTMLButtonElement && !isPlace(target))
    return event.key === 'Escape' ? 'escape' : undefined;
  switch (event.key) {
    case 'ArrowUp':
      return 'up';
    case 'ArrowDown':
      return 'down';
    case 'Enter':
      return event.shiftKey || isEmptyPlace(target) ? undefined : 'enter';
    case 'Tab':
      return event.shiftKey ? 'shift-tab' : 'tab';
    case 'Escape':
      return 'escape';
    case 'Backspace':
      return isEditing(target) ? undefined : 'backspace';
    default:
      return undefined;
  }
}

/** The button of an attachment option stands where others have their text. */
function isPlace(button: HTMLButtonElement): boolean {
  return button.classList.contains('choose-file');
}

/** Enter on an empty attachment option opens the file picker, which is what the button does by itself. */
function isEmptyPlace(target: EventTarget | null): boolean {
  return target instanceof HTMLButtonElement && target.dataset.picked === undefined;
}

/** Backspace inside a text belongs to the text. */
function isEditing(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.value !== '' && target.dataset.picked === undefined;
}
