import type { OutputStream } from './terminal.ts';

/** Prints the progress of an import or of restoring a backup. */
export interface Progress {
  show(done: number, total: number): void;
  /** Ends the line of the progress bar. */
  end(): void;
}

/** Prints a progress bar on a terminal, and otherwise at most one line for every 10%. */
export function createProgress(stream: OutputStream): Progress {
  return stream.isTTY ? createProgressBar(stream) : createProgressLines(stream);
}

const barWidth = 30;

function createProgressBar(stream: OutputStream): Progress {
  let isShown = false;
  return {
    show: (done, total) => {
      isShown = true;
      const filled = Math.round((done / total) * barWidth);
      const bar = '█'.repeat(filled) + '░'.repeat(barWidth - filled);
      stream.write(`\r${bar} ${Math.floor((done / total) * 100)}% (${done} of ${total})`);
    },
    end: () => {
      if (isShown) stream.write('\n');
    },
  };
}

function createProgressLines(stream: OutputStream): Progress {
  let shownTenths = 0;
  return {
    show: (done, total) => {
      const tenths = Math.floor((done / total) * 10);
      if (tenths <= shownTenths) return;
      shownTenths = tenths;
      stream.write(`${tenths * 10}% (${done} of ${total})\n`);
    },
    end: () => undefined,
  };
}
