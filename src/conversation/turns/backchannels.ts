const notWords = /[^\p{L}\p{M}\p{N}]+/gu;
/** What people say everywhere. */
const everywhere = 'mhm|mm|mmm|hm|hmm|uh|huh|um|ah|aha|oh|ooh|wow|mm hm|mm hmm|uh huh|ahem|ehem|ok|okay';
/** A line is a language, because “bu” may become “bueno”, but not after “yeah”. */
const languages = [
  [
    'yeah|yep|yup|yes|ok|okay|right|alright|all right|sure|of course|absolutely|definitely|exactly|indeed|true|totally',
    'cool|nice|great|good|fine|perfect|awesome|really|interesting|fair enough|makes sense|that makes sense|no way',
    'i see|i know|i get it|got it|gotcha|understood',
  ],
  [
    '嗯|哼|咳|咳咳|哦|噢|喔|啊|哈|哇|诶|呵|对|是|好|行|可以|没错|当然|好的|好吧|是的|是吗|对的',
    '明白|明白了|知道|知道了|我知道|懂了|了解|这样|这样子|原来如此|真的|真的吗|有意思|不错',
  ],
  [
    'はい|うん|ええ|へえ|へー|ほう|そう|そうですね|そうですか|そうか|そっか|なるほど|なるほどね|たしかに|確かに|もちろん|本当|本当に|ほんと|わかりました|わかった|了解|いいね|すごい',
  ],
  [
    '네|예|응|어|그래|그래요|그렇군요|그렇구나|그렇죠|맞아|맞아요|알겠어요|알겠습니다|알았어|정말|정말요|진짜|진짜요|좋아|좋아요|물론|물론이죠',
  ],
  [
    'sí|si|vale|claro|claro que sí|ajá|ah sí|bueno|bien|muy bien|exacto|exactamente|correcto|cierto|ya veo|entiendo|entendido|de acuerdo|por supuesto|qué bien|de verdad|en serio',
  ],
  ['sim|pois|pois é|tá|tá bom|certo|exato|claro que sim|entendi|isso|é|beleza|com certeza|sério|que bom'],
  ['sì|certo|esatto|capito|ho capito|va bene|giusto|davvero|infatti|ah ecco|bene'],
  [
    'oui|ouais|d accord|ah bon|ah oui|bien sûr|exactement|exact|c est vrai|c est ça|je vois|compris|très bien|vraiment|voilà|super|tout à fait|effectivement',
  ],
  [
    'ja|genau|stimmt|ach so|achso|aha|ach ja|na klar|klar|gut|sehr gut|richtig|verstehe|ich verstehe|verstanden|alles klar|okay gut|echt|wirklich|eben|natürlich|in ordnung|tja|mhm ja',
  ],
  ['ja hoor|precies|inderdaad|oké|goed|klopt|snap ik|tak|no tak|jasne|dobrze|rozumiem|dokładnie|racja'],
  [
    'да|ага|угу|ну да|понятно|ясно|понял|поняла|хорошо|точно|верно|конечно|правда|правильно|ладно|так|зрозуміло|добре|звісно',
  ],
  ['نعم|أيوه|ايوه|اه|آه|صح|صحيح|تمام|طيب|أكيد|اكيد|فهمت|مفهوم|حسنا|حسنًا|جيد|ممتاز|فعلا|فعلاً|طبعا|طبعاً|والله'],
  ['כן|נכון|בסדר|הבנתי|ברור|हाँ|हां|जी|जी हाँ|अच्छा|ठीक|ठीक है|सही|बिल्कुल|समझ गया|समझ गई'],
  [
    'evet|tamam|peki|doğru|anladım|tabii|elbette|vâng|dạ|ừ|đúng rồi|được rồi|hiểu rồi|iya|oke|betul|benar|baik|paham|tentu',
  ],
].map((lines) => [everywhere, ...lines].flatMap((line) => line.split('|').map(bare)));
/** A backchannel is never longer than this. */
const longest = 60;
/** With all its punctuation and marks. Composing a long run of marks takes the square of its length. */
const longestWritten = 400;
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
/** Laughter as recognisers write it: the same syllable, twice or more. */
const laughter =
  /^(?:(?:[bm]?u?a?(?:ha|he|hi|ho|ja|je|ji)|[ах]а|[еи]х|х[аеи]|[哈呵嘿嘻はふへハフ하허호히ㅋㅎ]|ها?|हा|खी){2,}h?|lol|w{3,})$/u;

/**
 * Whether a text is only a backchannel, which isn't meant to stop anyone. An empty text is one, too. @param final if
 * not, a text that may still become one counts as well
 */
export function isBackchannel(text: string, final: boolean): boolean {
  if (text.length > longestWritten) return false;
  const words = bare(text);
  if (words.length > longest) return false;
  if (laughter.test(words.replaceAll(' ', ''))) return true;
  return languages.some((phrases) => isMadeOf(words, phrases, final));
}

function isMadeOf(words: string, phrases: readonly string[], final: boolean): boolean {
  const reached = new Set([0]);
  for (const from of reached) {
    const rest = words.slice(from).trimStart();
    if (rest === '') return true;
    if (!final && phrases.some((phrase) => phrase.startsWith(rest))) return true;
    for (const phrase of phrases)
      if (beginsWith(rest, phrase)) reached.add(words.length - rest.length + phrase.length);
  }
  return false;
}

function bare(text: string): string {
  return text.normalize('NFC').toLowerCase().replace(notWords, ' ').trim();
}

/** By whole words: in languages with spaces, the phrase has to end at one. */
function beginsWith(text: string, phrase: string): boolean {
  if (!text.startsWith(phrase)) return false;
  const next = text[phrase.length];
  return next === undefined || next === ' ' || unspaced.test(phrase);
}
