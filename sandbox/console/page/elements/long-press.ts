import type { ReactiveController, ReactiveControllerHost } from 'lit';

const pressMs = 450;
const slopPx = 10;

interface Press {
  readonly event: PointerEvent;
  readonly timer: ReturnType<typeof setTimeout>;
}

/** Calls back when a finger rests on the host without moving: the context menu of a phone. */
export class LongPress implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #pressed: (event: PointerEvent) => void;
  #press: Press | undefined;

  constructor(host: ReactiveControllerHost & HTMLElement, pressed: (event: PointerEvent) => void) {
    this.#host = host;
    this.#pressed = pressed;
    host.addController(this);
  }

  hostConnected(): void {
    this.#host.addEventListener('pointerdown', this.#down);
    this.#host.addEventListener('pointermove', this.#moved);
    for (const end of ['pointerup', 'pointercancel', 'pointerleave'] as const) {
      this.#host.addEventListener(end, this.#ended);
    }
  }

  hostDisconnected(): void {
    this.#ended();
    this.#host.removeEventListener('pointerdown', this.#down);
    this.#host.removeEventListener('pointermove', this.#moved);
    for (const end of ['pointerup', 'pointercancel', 'pointerleave'] as const) {
      this.#host.removeEventListener(end, this.#ended);
    }
  }

  readonly #down = (event: PointerEvent): void => {
    this.#ended();
    if (event.pointerType !== 'touch' || !event.isPrimary) return;
    const timer = setTimeout(() => {
      this.#press = undefined;
      this.#pressed(event);
    }, pressMs);
    this.#press = { event, timer };
  };

  readonly #moved = (event: PointerEvent): void => {
    if (!this.#press) return;
    const { clientX, clientY } = this.#press.event;
    if (Math.hypot(event.clientX - clientX, event.clientY - clientY) > slopPx) this.#ended();
  };

  readonly #ended = (): void => {
    clearTimeout(this.#press?.timer);
    this.#press = undefined;
  };
}
