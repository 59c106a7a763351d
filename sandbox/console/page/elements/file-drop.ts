import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Files dragged over a part of the page: says whether some are over it, and hands over what is dropped. */
export class FileDrop implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #areaSelector: string;
  readonly #dropped: (files: readonly File[], on: Element) => void;
  #area: HTMLElement | null = null;
  over = false;

  /** The area is the nearest element around the host that fits the selector. */
  constructor(
    host: ReactiveControllerHost & HTMLElement,
    areaSelector: string,
    dropped: (files: readonly File[], on: Element) => void,
  ) {
    this.#host = host;
    this.#areaSelector = areaSelector;
    this.#dropped = dropped;
    host.addController(this);
  }

  hostConnected(): void {
    this.#area = this.#host.closest<HTMLElement>(this.#areaSelector);
    this.#area?.addEventListener('dragover', this.#dragged);
    this.#area?.addEventListener('dragleave', this.#left);
    this.#area?.addEventListener('drop', this.#drop);
  }

  hostDisconnected(): void {
    this.#area?.removeEventListener('dragover', this.#dragged);
    this.#area?.removeEventListener('dragleave', this.#left);
    this.#area?.removeEventListener('drop', this.#drop);
  }

  readonly #dragged = (event: DragEvent): void => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    this.#say(true);
  };

  readonly #left = (event: DragEvent): void => {
    const inside = event.relatedTarget instanceof Node && this.#area?.contains(event.relatedTarget);
    if (!inside) this.#say(false);
  };

  readonly #drop = (event: DragEvent): void => {
    const files = [...(event.dataTransfer?.files ?? [])];
    this.#say(false);
    if (files.length === 0) return;
    event.preventDefault();
    if (event.target instanceof Element) this.#dropped(files, event.target);
  };

  #say(over: boolean): void {
    if (this.over === over) return;
    this.over = over;
    this.#host.requestUpdate();
  }
}
