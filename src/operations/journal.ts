import { closeSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';

/** Lines that survive the process that wrote them. */
export interface Journal {
  read(): string;
  append(line: string): void;
  replace(text: string): void;
  close(): void;
}

/**
 * A file that is written through to the kernel and not to the disk: microseconds a line. The end of the process takes
 * nothing away; a power cut may, and was nobody's fault.
 */
export function openJournal(path: string): Journal {
  const file = openSync(path, 'a+', 0o600);
  let open = true;
  return {
    read: () => readFileSync(path, 'utf8'),
    append: (line) => {
      if (open) writeSync(file, line);
    },
    replace: (text) => {
      if (!open) return;
      ftruncateSync(file);
      if (text) writeSync(file, text);
    },
    close: () => {
      if (open) closeSync(file);
      open = false;
    },
  };
}
