import type { Area } from './check.ts';
import type { Request } from './host.ts';
import type { Result } from './run.ts';

const symbols: Readonly<Record<Result['outcome'], string>> = {
  passed: '✓',
  supported: '✓',
  failed: '✗',
  'not supported': '·',
  'not checked': '–',
};

/** Prints each result as it arrives, then details of the failed checks, then a summary. */
export class Report {
  readonly #write: (text: string) => void;
  readonly #results: Result[] = [];
  #area: Area | undefined;

  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  add(area: Area, result: Result): void {
    this.#results.push(result);
    if (area !== this.#area) this.#write(`\n${area.name}\n`);
    this.#area = area;
    const expectations = result.check.expects.map(({ description }) => description).join(', ');
    const outcome = result.outcome === 'passed' ? expectations : `${result.outcome}${describeReason(result)}`;
    this.#write(`  ${symbols[result.outcome]} ${result.check.call.padEnd(62)} ${outcome}\n`);
  }

  /** Prints the details and the summary. Returns true if no check failed. */
  end(): boolean {
    const failures = this.#results.filter((result) => result.outcome === 'failed');
    if (failures.length > 0) this.#write('\nFailed checks\n');
    for (const { check, request, expected, got, impact } of failures) {
      this.#write(`\n  ${check.call}\n`);
      this.#write(`    request:   ${formatRequestLine(request)}\n`);
      this.#write(`    expected:  ${expected}\n`);
      this.#write(`    got:       ${got}\n`);
      this.#write(`    impact:    ${impact}\n`);
    }
    this.#write(`\n${this.#summary()}\n`);
    return failures.length === 0;
  }

  #summary(): string {
    const count = (outcome: Result['outcome']) =>
      this.#results.filter((result) => result.outcome === outcome).length;
    const otherCounts = (['supported', 'not supported', 'not checked'] as const)
      .filter((outcome) => count(outcome) > 0)
      .map((outcome) => `${count(outcome)} ${outcome}`);
    return [`${count('passed')} passed, ${count('failed')} failed`, ...otherCounts].join('; ');
  }
}

function describeReason(result: Result): string {
  if (result.outcome === 'failed') return `: ${result.got}`;
  return result.outcome === 'not supported' || result.outcome === 'not checked' ? `: ${result.reason}` : '';
}

function formatRequestLine({ method, path, query }: Request): string {
  return `${method} ${path}${query === undefined ? '' : `?${new URLSearchParams(query)}`}`;
}
