const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Calls `first` on the first signal to stop, and `again` on every later one. Returns how to stop listening. */
export function onStopSignals(first: () => void, again: () => void): () => void {
  let asked = false;
  const handle = () => {
    if (asked) again();
    else first();
    asked = true;
  };
  for (const signal of stopSignals) process.on(signal, handle);
  return () => {
    for (const signal of stopSignals) process.off(signal, handle);
  };
}
