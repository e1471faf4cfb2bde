import type { WriteStream } from 'node:tty';

/** Shows how far an import is. */
export interface Progress {
  show(done: number, total: number): void;
  /** Ends the line of the bar. */
  end(): void;
}

/** A bar that grows on a terminal; elsewhere a line at each tenth. */
export function createProgress(stream: Pick<WriteStream, 'write' | 'isTTY'>): Progress {
  return stream.isTTY ? growingBar(stream) : plainLines(stream);
}

const width = 30;

function growingBar(stream: Pick<WriteStream, 'write'>): Progress {
  let isShown = false;
  return {
    show: (done, total) => {
      isShown = true;
      const full = Math.round((done / total) * width);
      const bar = '█'.repeat(full) + '░'.repeat(width - full);
      stream.write(`\r${bar} ${Math.floor((done / total) * 100)} % (${done} of ${total})`);
    },
    end: () => {
      if (isShown) stream.write('\n');
    },
  };
}

function plainLines(stream: Pick<WriteStream, 'write'>): Progress {
  let tenths = 0;
  return {
    show: (done, total) => {
      const reached = Math.floor((done / total) * 10);
      if (reached <= tenths) return;
      tenths = reached;
      stream.write(`${reached * 10} % (${done} of ${total})\n`);
    },
    end: () => undefined,
  };
}
