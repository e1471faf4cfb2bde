import type { Area } from './check.ts';
import type { Request } from './host.ts';
import type { Result } from './run.ts';

const marks: Readonly<Record<Result['outcome'], string>> = {
  holds: '✓',
  honoured: '✓',
  'does not hold': '✗',
  'not offered': '·',
  'not checked': '–',
};

/** Writes the table as results come, then what does not hold, then the count. */
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
    const claims = result.check.expects.map(({ claim }) => claim).join(', ');
    const outcome = result.outcome === 'holds' ? claims : `${result.outcome}${reasonOf(result)}`;
    this.#write(`  ${marks[result.outcome]} ${result.check.call.padEnd(62)} ${outcome}\n`);
  }

  /** Ends the report; true when nothing was found that does not hold. */
  end(): boolean {
    const failures = this.#results.filter((result) => result.outcome === 'does not hold');
    if (failures.length > 0) this.#write('\nDoes not hold\n');
    for (const { check, request, expected, got } of failures) {
      this.#write(`\n  ${check.call}\n`);
      this.#write(`    sent:      ${line(request)}\n`);
      this.#write(`    expected:  ${expected}\n`);
      this.#write(`    got:       ${got}\n`);
      this.#write(`    it costs:  ${check.loses}\n`);
    }
    this.#write(`\n${this.#summary()}\n`);
    return failures.length === 0;
  }

  #summary(): string {
    const count = (outcome: Result['outcome']) =>
      this.#results.filter((result) => result.outcome === outcome).length;
    const rest = (['honoured', 'not offered', 'not checked'] as const)
      .filter((outcome) => count(outcome) > 0)
      .map((outcome) => `${count(outcome)} ${outcome}`);
    return [`${count('holds')} hold, ${count('does not hold')} do not`, ...rest].join('; ');
  }
}

function reasonOf(result: Result): string {
  if (result.outcome === 'does not hold') return `: ${result.got}`;
  return result.outcome === 'not offered' || result.outcome === 'not checked' ? `: ${result.reason}` : '';
}

function line({ method, path, query }: Request): string {
  return `${method} ${path}${query === undefined ? '' : `?${new URLSearchParams(query)}`}`;
}
