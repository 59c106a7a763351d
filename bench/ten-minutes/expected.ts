const story =
  'Once upon a time a paper kite flew over the dunes. It saw the sea and a lighthouse. The keeper waved at it every morning. One day the wind turned, and the kite came down beside the lamp. They have been friends ever since.';

/** What the sandbox's model answers to a line of the plan; undefined where that depends on the moment. */
export function expectedAnswer(text: string): string | undefined {
  const sum = /(\d+) plus (\d+)/.exec(text);
  if (sum) return `${sum[1]} plus ${sum[2]} is ${Number(sum[1]) + Number(sum[2])}.`;
  const product = /(\d+) times (\d+)/.exec(text);
  if (product) return `${product[1]} times ${product[2]} is ${Number(product[1]) * Number(product[2])}.`;
  if (/^hello|^good evening/i.test(text)) return 'Hello! What can I do for you?';
  if (/tell me about/.test(text)) return story;
  if (/thank/.test(text)) return "You're welcome.";
  return undefined;
}
