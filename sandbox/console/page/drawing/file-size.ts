const units = ['bytes', 'KB', 'MB', 'GB'] as const;

/** A size as the chat clients write it: 1536 → `1.50 KB`. */
export function fileSize(bytes: number): { readonly amount: string; readonly unit: string } {
  let amount = bytes;
  let step = 0;
  while (amount >= 1024 && step < units.length - 1) {
    amount /= 1024;
    step += 1;
  }
  if (bytes === 1) return { amount: '1', unit: 'byte' };
  return { amount: step === 0 ? String(amount) : amount.toFixed(2), unit: units[step] ?? 'bytes' };
}

/** The same in one string. */
export function fileSizeText(bytes: number): string {
  const { amount, unit } = fileSize(bytes);
  return `${amount} ${unit}`;
}
