import type { NewsSentences, NewsWords } from './news.en.ts';
import { settingsPlaceWords } from './settings-places.zh-cn.ts';
import { shownDifferences } from './shown-differences.ts';
import { spendingWords } from './spending.zh-cn.ts';

const kinds = { conversation: '对话', interpreter: '同声传译' };

const events: NewsSentences = {
  'settings-changed': ({ userId, differences, undoes }) =>
    `🔧 <@${userId}> ${undoes === undefined ? '修改了' : '撤销了'}${shownDifferences(differences, settingsPlaceWords)}`,
  'limit-reached': ({ unit, period, percent, spent, limit }) =>
    `${percent === 100 ? '🔴' : '🟠'} 本服务器${period === 'day' ? '今天' : '本月'}的${spendingWords.things[unit]}额度已用 ${percent}%：${spendingWords.amount(unit, spent)} / ${spendingWords.amount(unit, limit)}`,
  'given-back': ({ by, userId, unit, amount }) =>
    `↩️ <@${by}> 给 <@${userId}> 退还了 ${spendingWords.amount(unit, amount)}`,
  'listening-started': ({ userId, kind, voiceChannelId }) =>
    `🎙️ ${userId === undefined ? '' : `<@${userId}> 在 `}<#${voiceChannelId}> 开始了${kinds[kind]}`,
  'listening-stopped': ({ userId, kind, voiceChannelId }) =>
    `⏹️ ${userId === undefined ? '' : `<@${userId}> 在 `}<#${voiceChannelId}> 结束了${kinds[kind]}`,
  heard: ({ userId, voiceChannelId }) => `👂 <@${userId}> 同意在 <#${voiceChannelId}> 被收听`,
  'not-heard': ({ userId, voiceChannelId }) => `🔇 <@${userId}> 在 <#${voiceChannelId}> 不再被收听`,
};

export const newsWords: NewsWords = {
  events,
  places: settingsPlaceWords,
  refusals: {
    spent: (count) => `额度用完 ${count} 次`,
    paused: (count) => `付费已暂停 ${count} 次`,
    'not-allowed': (count) => `无权限 ${count} 次`,
    words: (count) => `含屏蔽词 ${count} 次`,
    'bot-permissions': (count) => `我缺少权限 ${count} 次`,
    busy: (count) => `正忙 ${count} 次`,
    other: (count) => `其他原因 ${count} 次`,
  },
  refused: (counts) => `ℹ️ 过去一小时拒绝的请求：${counts}`,
  and: '，',
  more: (count) => `-# 还有 ${count} 条放不下。`,
  digest: {
    title: (since) => `📅 **摘要**，自 ${since} 起`,
    used: (amounts) => `用量：${amounts}`,
    things: {
      'settings-changed': (count) => `修改设置 ${count} 次`,
      conversations: (count) => `开始对话 ${count} 次`,
      interpretations: (count) => `开始同声传译 ${count} 次`,
      heard: (count) => `同意被收听 ${count} 次`,
      'limit-reached': (count) => `额度提醒 ${count} 次`,
      'given-back': (count) => `退还 ${count} 次`,
    },
    refused: (counts) => `拒绝的请求：${counts}`,
  },
};
