import type { FirstHour } from './first-hour.ts';

const dayMs = 24 * 3_600_000;
const patience = { timeout: 60_000 };

/** A moderator's first hour in a server where nothing is on yet. */
export async function moderate(hour: FirstHour): Promise<void> {
  await setUp(hour);
  await limit(hour);
  await review(hour);
  await report(hour);
  await call(hour);
  await look(hour);
  await pause(hour);
  await giveBack(hour);
  await examine(hour);
  await news(hour);
  await forget(hour);
}

async function setUp({ owner, stage, words: { settings }, facts }: FirstHour): Promise<void> {
  const began = performance.now();
  await owner.run('video text', { prompt: 'a paper kite' });
  await owner.message('/settings').waitFor();
  await owner.shoot('off');
  await owner.run('settings');
  await owner.message(settings.start.nothingOn).waitFor();
  await owner.shoot('settings');
  const panel = owner.withButton(settings.start.turnOnReviewed);
  await owner.pick(panel, settings.placeholders.channelId ?? '', 'moderators-only');
  await owner.message(settings.test.posted('').split('<#')[0] ?? '').waitFor();
  await owner.shoot('moderators-channel');
  facts.focusAfterPick = await owner.focused();
  await owner.pressButton(settings.start.turnOnReviewed);
  await owner.message(settings.start.isOnReviewed('').split('<#')[0] ?? '').waitFor();
  await owner.shoot('turned-on');
  facts.focusAfterTurnOn = await owner.focused();
  facts.setUpSeconds = seconds(began);
  facts.setUpPresses = owner.presses;
  facts.moderatorsChannelHas = stage.discord.state.messages(stage.discord.channels.moderatorsOnly).length;
}

async function limit({ owner, words: { limits, spending }, facts }: FirstHour): Promise<void> {
  await owner.run('limits');
  const panel = () => owner.withButton(limits.buttons.pause);
  await panel().waitFor();
  await owner.shoot('limits');
  await owner.pressButton(spending.things['video-seconds']);
  await owner.page.getByRole('dialog').waitFor();
  await owner.shoot('limits-form');
  await owner.fill(limits.form.day, '100');
  await owner.fill(limits.form.month, '50');
  await owner.submit();
  await owner.withButton(limits.buttons.anyway).waitFor();
  await owner.shoot('limits-contradiction');
  facts.focusAfterForm = await owner.focused();
  await owner.pressButton(limits.buttons.back);
  await panel().waitFor();
  await owner.pick(panel(), limits.subjects.everyone, limits.subjects.newcomers);
  await owner.message(limits.about.newcomers).waitFor();
  await owner.shoot('limits-newcomers');
  await owner.pressButton(limits.buttons.prices);
  await owner.page.getByRole('dialog').waitFor();
  await owner.fill(limits.form.videoSecond, '0.1');
  await owner.fill(limits.form.thousandCharacters, '0.02');
  await owner.fill(limits.form.liveMinute, '0.06');
  await owner.fill(limits.form.currency, '$');
  await owner.shoot('prices-form');
  await owner.submit();
  await owner.message(limits.saved).waitFor();
  await owner.pressButton(limits.buttons.preview);
  await owner.message(limits.preview.yesterday.replaceAll('*', '')).waitFor();
  await owner.shoot('limits-preview');
}

async function review({ owner, member, stage, words: { video }, facts }: FirstHour): Promise<void> {
  const { general, moderatorsOnly } = stage.discord.channels;
  const waiting = () => stage.discord.state.messages(moderatorsOnly).filter(({ files }) => files.length > 0);
  const began = performance.now();
  await owner.visit('moderators-only');
  const decide = async (prompt: string, label: string, name: string) => {
    await member.run('video text', { prompt });
    await until(() => waiting().length === 1);
    await member.shoot(`waiting-${name}`);
    await owner.withButton(label).waitFor(patience);
    await owner.shoot(`review-${name}`);
    await owner.pressButton(label);
    await until(() => waiting().length === 0);
    await owner.shoot(`reviewed-${name}`);
    await member.page.waitForTimeout(1_500);
    await member.shoot(`decided-${name}`);
  };
  await decide('a paper kite over the sea', video.review.approve, 'approve');
  facts.firstApprovedSeconds = seconds(began);
  await decide('a very scary spider', video.review.reject, 'reject');
  await decide('the end of the film', video.review.spoiler, 'spoiler');
  facts.posted = stage.videosIn(general).length;
}

async function report({ owner, member, words: { video } }: FirstHour): Promise<void> {
  await member.pressButton(video.buttons.report);
  await member.page.getByRole('dialog').waitFor();
  await member.fill(video.report.label, 'too loud for this channel');
  await member.shoot('report-form');
  await member.submit();
  await member.message(video.report.sent).waitFor();
  await member.shoot('reported');
  await owner.withButton(video.report.dismiss).waitFor();
  await owner.shoot('report-seen');
  await owner.pressButton(video.report.dismiss);
  await owner.page.getByRole('button', { name: video.report.dismiss }).waitFor({ state: 'detached' });
  await owner.shoot('report-dismissed');
}

async function call({ owner, member, words: { call: said }, facts }: FirstHour): Promise<void> {
  for (const hand of [owner, member]) {
    await hand.visit('Lounge');
    await hand.press(hand.page.locator('.voice-actions button').nth(1));
    await hand.page.locator('[data-call="in"]').waitFor({ state: 'attached' });
  }
  await owner.run('converse start');
  await owner.withButton(said.buttons.join).waitFor();
  await owner.shoot('call-before-consent');
  await member.withButton(said.buttons.join).waitFor();
  await member.shoot('call-before-consent');
  await member.pressButton(said.buttons.join);
  await member.page.waitForTimeout(2_000);
  await member.shoot('call-agreed');
  facts.focusAfterJoin = await member.focused();
  await owner.shoot('call-agreed');
  await member.pressButton(said.buttons.leave);
  await member.page.waitForTimeout(1_000);
  await member.shoot('call-left');
  await owner.pressButton(said.buttons.stop);
  await owner.page.waitForTimeout(1_500);
  await owner.shoot('call-ended');
  for (const hand of [owner, member]) await hand.visit('general');
}

async function look({ owner, member, words: { limits } }: FirstHour): Promise<void> {
  await member.run('usage');
  await member.message(limits.usage.mine.replaceAll('*', '')).waitFor();
  await member.shoot('usage');
  await owner.run('usage');
  await owner.pressButton(limits.buttons.server);
  await owner.withButton(limits.buttons.csv).waitFor();
  await owner.shoot('usage-server');
  await owner.pick(owner.withButton(limits.buttons.csv), limits.usage.by.feature, limits.usage.by.person);
  await owner.page.waitForTimeout(800);
  await owner.shoot('usage-by-person');
  await owner.pressButton(limits.buttons.csv);
  await owner.message('usage.csv').waitFor();
  await owner.shoot('usage-csv');
}

async function pause({ owner, member, words: { limits } }: FirstHour): Promise<void> {
  await owner.run('limits');
  await owner.pressButton(limits.buttons.pause);
  await owner.withButton(limits.buttons.resume).waitFor();
  await owner.shoot('paused');
  await member.run('video text', { prompt: 'a kite while paused' });
  await member.message('/limits').waitFor();
  await member.shoot('refused-while-paused');
  await owner.pressButton(limits.buttons.resume);
  await owner.withButton(limits.buttons.pause).waitFor();
  await owner.shoot('resumed');
}

async function giveBack({ owner, member, words: { limits } }: FirstHour): Promise<void> {
  await owner.pressButton(limits.buttons.giveBack);
  const dialog = owner.page.getByRole('dialog');
  await dialog.waitFor();
  await owner.press(dialog.locator('.select-face').first());
  await owner.choose('Member');
  await owner.shoot('give-back-form');
  await owner.fill(limits.form.amount, '5');
  await owner.fill(limits.form.reason, 'it came out upside down');
  await owner.submit();
  await owner.withButton(limits.buttons.pause).waitFor();
  await owner.page.waitForTimeout(500);
  await owner.shoot('gave-back');
  await member.run('usage');
  await member.page.waitForTimeout(1_000);
  await member.shoot('usage-after-give-back');
}

async function examine({ owner }: FirstHour): Promise<void> {
  await owner.run('doctor');
  await owner.page.waitForTimeout(4_000);
  await owner.shoot('doctor');
}

async function news({ owner, stage, words: { settings }, facts }: FirstHour): Promise<void> {
  await owner.run('settings', { page: settings.pages.news });
  const panel = owner.message(settings.pages.news);
  await panel.waitFor();
  await owner.shoot('settings-news');
  await owner.pick(
    owner.page
      .locator('[data-message-id]')
      .filter({ has: owner.page.locator('select-menu') })
      .last(),
    settings.without.digestHour ?? '',
    settings.values.digestHour?.('9') ?? '',
  );
  await owner.page.waitForTimeout(1_000);
  await owner.shoot('settings-digest');
  await owner.run('settings', { page: settings.pages.changes });
  await owner.page.waitForTimeout(1_000);
  await owner.shoot('settings-changes');
  await owner.visit('moderators-only');
  await owner.page.waitForTimeout(800);
  await owner.shoot('audit-channel');
  await stage.push(dayMs);
  const { moderatorsOnly } = stage.discord.channels;
  facts.newsAfterDay = stage.discord.state.messages(moderatorsOnly).length;
  await owner.page.waitForTimeout(3_000);
  const latest = owner.page.locator('.to-foot').first();
  if (await latest.isVisible()) await owner.press(latest);
  await owner.shoot('digest');
  await owner.visit('general');
}

async function forget({ owner, member, stage, words: { privacy }, facts }: FirstHour): Promise<void> {
  await member.run('privacy');
  await member.withButton(privacy.buttons.forget).waitFor();
  await member.shoot('privacy');
  await member.pressButton(privacy.buttons.data);
  await member.message(privacy.answers.data).waitFor();
  await member.shoot('privacy-data');
  await member.pressButton(privacy.buttons.forget);
  await member.withButton(privacy.buttons.forgetNow).waitFor();
  await member.shoot('privacy-sure');
  const began = performance.now();
  await member.pressButton(privacy.buttons.forgetNow);
  await member.message(privacy.proof.title('').split('**')[0]?.replace('## ', '').trim() ?? '').waitFor();
  facts.forgotSeconds = seconds(began);
  await member.shoot('privacy-proof');
  const { newcomer } = stage.discord.people;
  await owner.run('privacy', { person: newcomer.id });
  await owner.withButton(privacy.buttons.forgetThem).waitFor();
  await owner.shoot('privacy-of-newcomer');
  await owner.pressButton(privacy.buttons.forgetThem);
  await owner.withButton(privacy.buttons.forgetNow).waitFor();
  await owner.pressButton(privacy.buttons.forgetNow);
  await owner.page.waitForTimeout(1_500);
  await owner.shoot('privacy-proof-of-newcomer');
}

async function until(isSo: () => boolean): Promise<void> {
  const deadline = performance.now() + 60_000;
  while (!isSo()) {
    if (performance.now() > deadline) throw new Error('it never came');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function seconds(since: number): number {
  return Math.round((performance.now() - since) / 100) / 10;
}
