import { type CooperativeScheduler, sortCooperatively } from '../../concurrency/cooperative-scheduler.ts';
import { SearchColumn, SearchRowsBuilder } from '../search/search-column.ts';
import { countingSort, createHostOrder, createRowOrder, type RowOrder } from './row-order.ts';

/** How collections are sorted; `none` is the host's order. */
export type CollectionSort = 'none' | 'NAME';

/** Sorts Devanagari before Latin, accented letters next to their base letters, and numbers by their value. */
export const { compare: compareNames } = new Intl.Collator('mr', { numeric: true });

/** The names of a dimension's collections by code, prepared for searching, sorting and filtering by initial. */
export class CollectionNames {
  readonly search: SearchColumn;
  /** The codes in each order. Each order begins with code 0, which stands for no collection. */
  readonly orders: Record<CollectionSort, RowOrder>;
  /** All initials, sorted. */
  readonly initials: readonly string[];
  /** The position in `initials` of each name's initial, by code. */
  readonly initialPositionByCode: Uint32Array;
  readonly #codesByInitial: Record<CollectionSort, readonly Uint32Array[]>;

  /** @param names names by code; the first is the empty name of code 0. */
  static async build(names: readonly string[], scheduler: CooperativeScheduler): Promise<CollectionNames> {
    const search = new SearchRowsBuilder();
    const initials: string[] = [];
    for (const name of names) {
      if (scheduler.shouldYield) await scheduler.yield();
      search.add(name);
      initials.push(getInitial(name));
    }
    const codes = await sortCooperatively(
      [...names.keys()],
      (a, b) => compareNames(names[a] ?? '', names[b] ?? ''),
      scheduler,
    );
    return new CollectionNames(
      new SearchColumn(await search.build(scheduler)),
      initials,
      Uint32Array.from(codes),
    );
  }

  private constructor(
    search: SearchColumn,
    initialsByCode: readonly string[],
    codesSortedByName: Uint32Array<ArrayBuffer>,
  ) {
    this.search = search;
    this.initials = [...new Set(initialsByCode.slice(1))].sort(compareNames);
    const positions = new Map(this.initials.map((initial, position) => [initial, position]));
    this.initialPositionByCode = Uint32Array.from(initialsByCode, (initial) => positions.get(initial) ?? 0);
    this.orders = { none: createHostOrder(initialsByCode.length), NAME: createRowOrder(codesSortedByName) };
    this.#codesByInitial = { none: this.#groupByInitial('none'), NAME: this.#groupByInitial('NAME') };
  }

  /** The codes of all collections, or of those whose names have this initial. */
  listCodes(sort: CollectionSort, initial: string | null): Uint32Array {
    if (initial === null) return this.orders[sort].rowByRank.subarray(1);
    return this.#codesByInitial[sort][this.initials.indexOf(initial)] ?? new Uint32Array();
  }

  #groupByInitial(sort: CollectionSort): Uint32Array[] {
    const codes = this.listCodes(sort, null);
    const initialPositions = codes.map((code) => this.initialPositionByCode[code] ?? 0);
    const [codeIndexes, offsets] = countingSort(initialPositions, this.initials.length);
    return this.initials.map((_, initialPosition) =>
      codeIndexes
        .subarray(offsets[initialPosition], offsets[initialPosition + 1])
        .map((index) => codes[index] ?? 0),
    );
  }
}

/** The first letter of a name in upper case without diacritics; `#` if the name does not begin with a letter. */
function getInitial(name: string): string {
  const [first = ''] = name.normalize('NFD').toUpperCase();
  return /\p{L}/u.test(first) ? first : '#';
}
