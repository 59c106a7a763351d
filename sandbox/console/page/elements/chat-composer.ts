import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import { nextNonce } from '../client/nonce.ts';
import { RestError } from '../client/rest.ts';
import { SuggestionDesk } from '../client/suggestion-desk.ts';
import type { CommandDraft, Focus } from '../composer/command-draft.ts';
import { tail } from '../composer/command-draft.ts';
import type { ComposerContext, ComposerEvent, ComposerState } from '../composer/composer-state.ts';
import { emptyComposer, popupOf, step } from '../composer/composer-state.ts';
import { withMentions } from '../composer/mentions.ts';
import { autocompletePayload, commandPayload } from '../composer/payload.ts';
import { suggestionNeed } from '../composer/suggestion-need.ts';
import { findEntities, mentionablesIn, people, wishOfOption } from '../store/entities.ts';
import { maySend, maySendVoice } from '../store/permissions.ts';
import type { SendVoice } from '../voice/voice-note.ts';
import type { Message } from '../wire/message.ts';
import { pageWords } from '../words/current.ts';
import { AppElement } from './app-element.ts';
import { composerKey } from './composer-keys.ts';
import { FileDrop } from './file-drop.ts';
import { icons } from './icons.ts';
import { renderCommandDraft } from './render-command-draft.ts';
import { renderFileTray } from './render-file-tray.ts';
import { renderPopup } from './render-popup.ts';
import { renderTypingLine } from './render-typing-line.ts';
import { renderWritingBox } from './render-writing-box.ts';
import { composerComesFirst, meansComposer } from './typing-anywhere.ts';
import './voice-note-box.ts';

const typingEveryMs = 8000;
const filesAtMost = 10;

/** Where messages are written and commands filled in. Draws the composer's state machine and carries out what it asks. */
export class ChatComposer extends AppElement {
  static override properties = {
    ...AppElement.properties,
    state: { state: true },
    files: { state: true },
    sending: { state: true },
  };
  declare state: ComposerState;
  declare files: readonly File[];
  declare sending: boolean;
  readonly #drafts = new Map<string, ComposerState>();
  #channelId: string | undefined;
  #replyTo: Message | undefined;
  #desk: SuggestionDesk | undefined;
  readonly #drop = new FileDrop(this, 'main', (files, on) => this.#takeFiles(files, on));
  #typedAtMs = 0;
  #focusWanted = false;

  constructor() {
    super();
    this.state = emptyComposer;
    this.files = [];
    this.sending = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const desk = new SuggestionDesk({
      schedule: (delayMs, action) => {
        const timer = setTimeout(action, delayMs);
        return () => clearTimeout(timer);
      },
      nonce: nextNonce,
      ask: (nonce) => this.#askForSuggestions(nonce),
      show: (suggestions) => this.#do({ kind: 'suggested', suggestions }),
    });
    this.#desk = desk;
    this.app.suggestionListener = desk;
    this.app.offerListener = (offer) => this.#do({ kind: 'offered', offer });
    this.app.draftListener = (text) => {
      this.#focusWanted = true;
      this.#do({ kind: 'typed', text });
    };
    document.addEventListener('keydown', this.#typedElsewhere);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#desk?.stop();
    document.removeEventListener('keydown', this.#typedElsewhere);
  }

  protected override willUpdate(): void {
    const { channelId, replyTo } = this.app;
    if (replyTo && replyTo !== this.#replyTo) this.#focusWanted = true;
    this.#replyTo = replyTo;
    if (channelId === this.#channelId) return;
    if (this.#channelId) this.#drafts.set(this.#channelId, this.state);
    this.#channelId = channelId;
    this.#desk?.stop();
    this.state = this.#drafts.get(channelId ?? '') ?? emptyComposer;
    this.files = [];
    this.app.voiceNote.discard();
    this.#focusWanted ||= composerComesFirst();
  }

  protected override updated(): void {
    if (this.#focusWanted) this.#moveFocus();
    this.querySelector('.popup .active')?.scrollIntoView({ block: 'nearest' });
  }

  get #context(): ComposerContext {
    const { app } = this;
    return {
      catalog: app.catalog,
      locale: app.preferences.locale,
      find: (option, text) =>
        findEntities(app.session.directory, app.place?.guildId, wishOfOption(option), text),
      people: (text) => findEntities(app.session.directory, app.place?.guildId, people, text),
    };
  }

  #do(event: ComposerEvent): boolean {
    const before = this.state;
    const next = step(before, event, this.#context);
    this.state = next.state;
    this.#afterStep(before, event);
    if (next.send) this.#run(next.send);
    if (next.unplaced) this.app.say(sentenceForUnplaced(next.unplaced));
    return next.handled;
  }

  /** Focus follows the state, and the application is asked for suggestions when an option that has some is written. */
  #afterStep(before: ComposerState, event: ComposerEvent): void {
    if (event.kind === 'suggested') return;
    this.#focusWanted ||= before.mode !== this.state.mode || focusOf(before) !== focusOf(this.state);
    if (before.mode === 'writing' && this.state.mode === 'writing' && this.state.text === '/') {
      void this.app.refreshCommands();
    }
    if (this.state.mode !== 'command') {
      this.#desk?.stop();
      return;
    }
    const option = suggestionNeed(before, this.state);
    if (option !== undefined) this.#desk?.request(option);
  }

  /** Waits for the next render if there's no composer yet. */
  #moveFocus(): void {
    const place = focusOf(this.state);
    const selector =
      place === undefined
        ? 'textarea'
        : place === tail
          ? '[data-place=tail]'
          : `[data-option="${CSS.escape(place)}"] :is(input:not([type=file]), button.choose-file)`;
    const target = this.querySelector<HTMLElement>(selector);
    if (!target) return;
    this.#focusWanted = false;
    if (target === document.activeElement) return;
    target.focus();
    if (target instanceof HTMLTextAreaElement)
      target.setSelectionRange(target.value.length, target.value.length);
  }

  /** Focus moves before the key writes, so the key isn't lost. */
  readonly #typedElsewhere = (event: KeyboardEvent): void => {
    if (meansComposer(event)) this.#moveFocus();
  };

  async #askForSuggestions(nonce: string): Promise<void> {
    const { place, session } = this.app;
    if (this.state.mode !== 'command' || typeof this.state.draft.focus !== 'string' || !place) return;
    const { draft } = this.state;
    const payload = autocompletePayload(draft, this.state.draft.focus);
    await session.autocomplete(place, draft.entry.command.application_id, payload, nonce);
  }

  #run(draft: CommandDraft): void {
    const { place, session } = this.app;
    if (!place) return;
    const { command, label } = draft.entry;
    session.runCommand(place, command.application_id, commandPayload(draft), { label });
    this.state = emptyComposer;
    this.#focusWanted = true;
  }

  async #post(): Promise<void> {
    const { place, session, replyTo } = this.app;
    if (this.state.mode !== 'writing' || !place || this.sending) return;
    const { directory } = session;
    const content = withMentions(this.state.text.trim(), mentionablesIn(directory, place.guildId));
    if (content === '' && this.files.length === 0) return;
    this.sending = true;
    try {
      await session.post(place.channelId, content, this.files, replyTo?.id);
      this.state = emptyComposer;
      this.files = [];
      this.app.reply(undefined);
    } catch (error) {
      this.app.say(
        error instanceof RestError
          ? pageWords().composer.notSent(error.message)
          : pageWords().composer.notSent(pageWords().composer.notReached),
      );
    } finally {
      this.sending = false;
      this.#focusWanted = true;
      this.requestUpdate('state', undefined);
    }
  }

  /** To the channel and the message that are on screen when it's sent. */
  readonly #postVoice: SendVoice = async (file) => {
    const { place, session, replyTo } = this.app;
    if (!place) return;
    await session.postVoice(place.channelId, file, replyTo?.id);
    this.app.reply(undefined);
    this.#focusWanted = true;
  };

  #toggleVoice(): void {
    const { voiceNote } = this.app;
    if (voiceNote.state.kind === 'shut') voiceNote.open();
    else voiceNote.discard();
  }

  #typed(text: string): void {
    this.#do({ kind: 'typed', text });
    const { place, session } = this.app;
    if (!place || text === '' || text.startsWith('/') || Date.now() - this.#typedAtMs < typingEveryMs) return;
    this.#typedAtMs = Date.now();
    session.startTyping(place.channelId);
  }

  #keyed(event: KeyboardEvent): void {
    const key = composerKey(event);
    if (!key) return;
    if (this.#do({ kind: 'pressed', key })) {
      event.preventDefault();
      event.stopPropagation();
    } else if (key === 'enter' && this.state.mode === 'writing') {
      event.preventDefault();
      void this.#post();
    } else if (key === 'escape' && this.app.replyTo) {
      this.app.reply(undefined);
    }
  }

  #addFiles(files: Iterable<File>): void {
    const all = [...this.files, ...files];
    if (all.length > filesAtMost) this.app.say(pageWords().composer.mostFiles(filesAtMost));
    this.files = all.slice(0, filesAtMost);
    this.#focusWanted = true;
    this.requestUpdate('state', undefined);
  }

  /** Files go into the message being written, or into the attachment options of the command being filled in. */
  #takeFiles(files: readonly File[], on?: Element): void {
    if (this.state.mode === 'writing') {
      this.#addFiles(files);
      return;
    }
    const droppedOn = on?.closest('[data-option]')?.getAttribute('data-option') ?? undefined;
    this.#do({ kind: 'files', files, droppedOn });
  }

  #pasted(event: ClipboardEvent): void {
    const files = [...(event.clipboardData?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    this.#takeFiles(files);
  }

  protected override render(): TemplateResult {
    const { app, state } = this;
    const { channel } = app;
    if (!channel) return html`<div class="composer" aria-hidden="true"></div>`;
    const popup = popupOf(state, this.#context);
    const locked = !maySend(app.session.directory, channel, app.session.person.id);
    const speaks = maySendVoice(app.session.directory, channel, app.session.person.id);
    const isNoteOpen = app.voiceNote.state.kind !== 'shut';
    return html`<div
      class="composer ${this.#drop.over ? 'dragging' : ''}"
      @keydown=${this.#keyed}
      @paste=${this.#pasted}
    >
      ${popup ? renderPopup(popup, state, app, (index) => this.#do({ kind: 'picked', index })) : nothing}
      ${app.replyTo ? this.#replyBar() : nothing}
      <div class="composer-box">
        ${isNoteOpen ? html`<voice-note-box .app=${app} .send=${this.#postVoice}></voice-note-box>` : nothing}
        ${renderFileTray(this.files, (file) => {
          this.files = this.files.filter((other) => other !== file);
        })}
        ${
          state.mode === 'command'
            ? renderCommandDraft(state.draft, popup, state.active, app.preferences.locale, {
                send: () => this.#do({ kind: 'pressed', key: 'enter' }),
                leave: () => this.#do({ kind: 'typed', text: '' }),
                event: (event) => this.#do(event),
              })
            : renderWritingBox({
                text: state.text,
                name: app.session.directory.channelName(channel),
                direct: channel.guild_id === undefined,
                locked,
                sending: this.sending,
                popupOpen: popup !== undefined,
                active: state.active,
                typed: (text) => this.#typed(text),
                addFiles: (files) => this.#addFiles(files),
                send: () => void this.#post(),
                voice: speaks ? { open: isNoteOpen, toggle: () => this.#toggleVoice() } : undefined,
                sendable: state.text.trim() !== '' || this.files.length > 0,
              })
        }
      </div>
      ${renderTypingLine(app, channel)}
    </div>
    ${this.#drop.over ? html`<p class="drop-hint" aria-hidden="true">${pageWords().composer.drop}</p>` : nothing}`;
  }

  #replyBar(): TemplateResult {
    const { app } = this;
    const author = app.replyTo?.author;
    return html`<div class="reply-bar"><span>${pageWords().composer.replyingTo}<b>${author ? app.session.directory.nameOf(author, app.guildId) : ''}</b></span>
      <button type="button" class="icon-button" aria-label=${pageWords().composer.cancelReply} @click=${() => app.reply(undefined)}>${icons.close()}</button></div>`;
  }
}

function sentenceForUnplaced(count: number): string {
  return pageWords().composer.noFit(count);
}

function focusOf(state: ComposerState): Focus | undefined {
  return state.mode === 'command' ? state.draft.focus : undefined;
}

customElements.define('chat-composer', ChatComposer);
