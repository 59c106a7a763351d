import { en } from '../../sandbox/console/page/words/en.ts';
import { zhCn } from '../../sandbox/console/page/words/zh-cn.ts';
import { wordsFor } from '../../src/words/index.ts';
import type { FirstHour } from './first-hour.ts';
import type { Hand } from './hand.ts';

/** What the guest says, and with which words the others read it. */
export interface Spoken {
  readonly code: string;
  readonly line: string;
  readonly meant: string;
  /** Said one after another in a channel that's followed. */
  readonly lines: readonly string[];
}

const englishWords = wordsFor('en-US');
const patience = { timeout: 60_000 };
const betweenLinesMs = 20_000;

/** Voice messages as a member, a moderator and the person who sends them see them. */
export class VoiceMessages {
  readonly #hour: FirstHour;
  readonly #spoken: Spoken;
  readonly #page: typeof en | typeof zhCn;

  constructor(hour: FirstHour, spoken: Spoken, locale: string) {
    this.#hour = hour;
    this.#spoken = spoken;
    this.#page = locale.startsWith('zh') ? zhCn : en;
  }

  /** @param followMinutes how long a channel is followed */
  async walk(followMinutes: number): Promise<void> {
    await this.#speak();
    await this.#readInPrivate();
    await this.#readInPublic();
    await this.#cancel();
    await this.#replyByVoice();
    await this.#follow(followMinutes);
    await this.#refuse();
  }

  async #speak(): Promise<void> {
    const { guest } = this.#hour;
    await guest.run('interpret me', { speaks: this.#spoken.code });
    await this.#say(this.#spoken.line);
    await guest.shoot('voice-message');
  }

  async #readInPrivate(): Promise<void> {
    const { member, guest, words } = this.#hour;
    const { buttons } = words.interpreter.recordings;
    await member.visit('Lounge');
    await member.press(member.page.locator('.voice-actions button').nth(1));
    await member.page.locator('[data-call="in"]').waitFor({ state: 'attached' });
    await member.visit('general');
    await this.#askAbout(member);
    await member.shoot('asked');
    await member.withButton(buttons.share).waitFor(patience);
    await member.message(this.#spoken.meant).waitFor(patience);
    await member.shoot('read-and-translated');
    await member.pressButton(buttons.read);
    await member.page.waitForTimeout(3_000);
    await member.shoot('read-aloud');
    await member.pressButton(buttons.file);
    await member.message('recording.srt').waitFor(patience);
    await member.shoot('as-a-file');
    await member.pressButton(buttons.share);
    await guest.message(this.#spoken.meant).waitFor(patience);
    await member.shoot('shared');
    await guest.shoot('shared');
  }

  async #readInPublic(): Promise<void> {
    const { member, guest, words } = this.#hour;
    await this.#replyTo(member, member.page.locator('.voice-message').last());
    const field = member.page.locator('.writing [role=textbox], .writing textarea');
    await field.fill('@emcee ?');
    await member.page.keyboard.press('Enter');
    await guest.message(words.interpreter.recordings.askedBy('').trim()).waitFor(patience);
    await guest.message(this.#spoken.meant).waitFor(patience);
    await member.page.waitForTimeout(1_500);
    await member.shoot('asked-in-public');
    await guest.shoot('asked-in-public');
  }

  /** A moderator sees what's being listened to, and stops it. */
  async #cancel(): Promise<void> {
    const { owner, member, words } = this.#hour;
    const { listening, stopped, buttons } = words.interpreter.recordings;
    await this.#say(Array.from({ length: 8 }, () => this.#spoken.line).join(' '));
    await this.#askAbout(member);
    await member.page.waitForTimeout(700);
    await owner.run('interpret channel');
    await owner.message(listening.title(1).replaceAll('*', '')).waitFor(patience);
    await owner.shoot('listening-now');
    await member.shoot('listening-now');
    await owner.pressButton(buttons.stop);
    await member.message(stopped.person).waitFor(patience);
    await owner.shoot('stopped-by-moderator');
    await member.shoot('stopped-by-moderator');
  }

  async #replyByVoice(): Promise<void> {
    const { guest, words } = this.#hour;
    await guest.run('speak voice', { voice: 'harbor' });
    await guest.page.waitForTimeout(1_500);
    await this.#replyTo(guest, guest.message(this.#spoken.meant));
    const before = await guest.page.locator('.voice-message').count();
    await this.#type(this.#spoken.line);
    await guest.withButton(words.conversation.voiceReply.stop).waitFor(patience);
    await guest.shoot('voice-reply-growing');
    await guest
      .message(words.conversation.voiceReply.why.split('?')[0]?.split('？')[0] ?? '')
      .waitFor(patience);
    await guest.page.waitForTimeout(4_000);
    this.#hour.facts.saidAloud = (await guest.page.locator('.voice-message').count()) - before;
    await guest.shoot('voice-reply');
  }

  async #follow(minutes: number): Promise<void> {
    const { owner, member, guest, stage, words, facts } = this.#hour;
    const { written } = words.interpreter;
    await owner.run('interpret channel', { write: this.#page.composer.yes });
    const [, begun = ''] = written.begun('', undefined).split(/[.。]/);
    await guest.message(begun.trim()).waitFor(patience);
    await owner.shoot('channel-on');
    await guest.shoot('channel-on');
    const until = performance.now() + minutes * 60_000;
    const lagsMs: number[] = [];
    const translated = written.translate(0).split('0')[0] ?? '';
    const already = owner.page.getByRole('button', { name: translated });
    const firstSession = stage.service.realtime.sessions.length;
    for (let index = 0; performance.now() < until; index += 1) {
      const line = this.#spoken.lines[index % this.#spoken.lines.length] ?? this.#spoken.line;
      const before = await already.count();
      await this.#say(line);
      const sent = performance.now();
      while ((await already.count()) === before && performance.now() - sent < patience.timeout)
        await owner.page.waitForTimeout(50);
      lagsMs.push(Math.round(performance.now() - sent));
      if (index === 2) await owner.shoot('followed');
      await owner.page.waitForTimeout(Math.max(0, sent + betweenLinesMs - performance.now()));
    }
    const heard = stage.service.realtime.sessions.slice(firstSession).map((each) => each.heard.join(' '));
    facts.followed = { messages: lagsMs.length, lagsMs, heard };
    await member.shoot('followed');
    await guest.shoot('followed');
    const translate = member.page.getByRole('button', { name: translated });
    await member.press(translate.last());
    await member.withButton(words.interpreter.recordings.buttons.share).waitFor(patience);
    await member.shoot('translated');
    await owner.run('settings', { page: words.settings.pages.interpreter });
    await owner.page.waitForTimeout(1_500);
    await owner.shoot('settings');
  }

  async #refuse(): Promise<void> {
    const { owner, member, guest, words } = this.#hour;
    const { privacy } = words;
    await guest.run('privacy');
    await guest.page.waitForTimeout(2_000);
    await guest.shoot('privacy');
    // Whatever language the guest reads, the bot speaks English to them.
    const { buttons } = englishWords.privacy;
    await guest.pressButton(buttons['keep-texts']);
    await guest.page.waitForTimeout(1_500);
    await guest.shoot('keep-texts');
    await guest.pressButton(buttons.unwritten);
    await guest.page.waitForTimeout(1_500);
    await guest.shoot('not-mine');
    await this.#say(this.#spoken.line);
    await this.#askAbout(member);
    await member.page.waitForTimeout(2_500);
    await member.shoot('not-theirs');
    await member.run('privacy');
    await member.message(privacy.title.replace('## ', '')).waitFor(patience);
    await member.shoot('privacy');
    await owner.run('interpret channel', { write: this.#page.composer.no });
    await owner.page.waitForTimeout(1_500);
    await owner.shoot('channel-off');
  }

  /** The guest has a sentence said as a voice message. */
  async #say(line: string): Promise<void> {
    const { guest, owner } = this.#hour;
    const before = await owner.page.locator('.voice-message').count();
    await this.#type(line);
    while ((await owner.page.locator('.voice-message').count()) === before)
      await owner.page.waitForTimeout(50);
    await guest.page.locator('.voice-note').waitFor({ state: 'detached' });
  }

  async #type(line: string): Promise<void> {
    const { page } = this.#hour.guest;
    await page
      .locator('.writing')
      .getByRole('button', { name: new RegExp(`^(${en.voiceNote.title}|${zhCn.voiceNote.title})$`) })
      .click();
    const form = page.locator('.voice-note-said');
    await form.locator('select').selectOption(this.#spoken.code);
    await form.locator('input').fill(line);
    await form.locator('input').press('Enter');
  }

  async #askAbout({ page }: Hand): Promise<void> {
    const { messages } = this.#page;
    const message = page
      .locator('message-view')
      .filter({ has: page.locator('.voice-message') })
      .last();
    await message.hover();
    await message.getByRole('button', { name: messages.more }).click();
    await page
      .getByRole('menu', { name: messages.actions })
      .getByRole('menuitem', { name: messages.apps })
      .click();
    const { name } = this.#hour.words.interpreter.commands['What does it say?'];
    await page.getByRole('menu', { name: messages.apps }).getByRole('menuitem', { name }).click();
  }

  async #replyTo({ page }: Hand, within: ReturnType<Hand['message']>): Promise<void> {
    const message = page.locator('message-view').filter({ has: within }).last();
    await message.hover();
    await message
      .getByRole('button', { name: new RegExp(`^(${en.messages.reply}|${zhCn.messages.reply})$`) })
      .click();
  }
}
