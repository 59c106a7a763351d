const phrases = [
  'mhm|mm|mmm|hm|hmm|uh|huh|um|ah|aha|oh|ooh|wow|mm hm|mm hmm|uh huh',
  'yeah|yep|yup|yes|ok|okay|right|alright|all right|sure|of course|absolutely|definitely|exactly|indeed|true|totally',
  'cool|nice|great|good|fine|perfect|awesome|really|interesting|fair enough|makes sense|that makes sense|no way',
  'i see|i know|i get it|got it|gotcha|understood',
  '嗯|哼|哦|噢|喔|啊|哈|哇|诶|呵|对|是|好|行|可以|没错|当然|好的|好吧|是的|是吗|对的',
  '明白|明白了|知道|知道了|我知道|懂了|了解|这样|这样子|原来如此|真的|真的吗|有意思|不错',
].flatMap((line) => line.split('|'));
/** A backchannel is never longer than this. */
const longest = 60;
const notWords = /[^\p{L}\p{N}]+/gu;
const unspaced = /\p{Script=Han}/u;

/**
 * Whether a text is only a backchannel, which isn't meant to stop anyone. An empty text is one, too. @param final if
 * not, a text that may still become one counts as well
 */
export function isBackchannel(text: string, final: boolean): boolean {
  const words = text.toLowerCase().replace(notWords, ' ').trim();
  if (words.length > longest) return false;
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

/** By whole words: in languages with spaces, the phrase has to end at one. */
function beginsWith(text: string, phrase: string): boolean {
  if (!text.startsWith(phrase)) return false;
  const next = text[phrase.length];
  return next === undefined || next === ' ' || unspaced.test(phrase);
}
