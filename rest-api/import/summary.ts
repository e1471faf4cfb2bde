import { z } from 'zod';
import { toRupees } from '../domain/money.ts';
import { formatCount } from '../format-count.ts';
import type { ImportPlan, ValueChange } from './plan.ts';

/**
 * The changes that an import made, or would make. If the service has the embedded database open, it performs the
 * import, and sends this summary to the command.
 */
export const importSummary = z.object({
  inserted: z.int(),
  /** Products of the file that the catalogue already contained, whether their values differ or not. */
  existing: z.int(),
  /** The products among `existing` whose values differ or that were withdrawn before. */
  changed: z.int(),
  /** Demo products that the first import deletes. */
  demoRemoved: z.int(),
  /** Products that `--replace` withdraws because the file does not contain them. */
  withdrawn: z.int(),
  /** Products with a new price, MRP or discount, whose discount contradicts price and MRP. */
  inconsistentDiscounts: z.int(),
  /** Number of changed values, of which `changes` contains the first ones. */
  changeCount: z.int(),
  /** The first changes, with amounts in rupees. */
  changes: z.array(z.object({ id: z.int(), column: z.string(), before: z.unknown(), after: z.unknown() })),
});
export type ImportSummary = z.infer<typeof importSummary>;

const maxChanges = 100;

export function summarizePlan(plan: ImportPlan, demoRemoved: number): ImportSummary {
  return {
    inserted: plan.inserted.length,
    existing: plan.existingCount,
    changed: plan.changed.length,
    demoRemoved,
    withdrawn: plan.withdrawnIds.length,
    inconsistentDiscounts: plan.inconsistentDiscountCount,
    changeCount: plan.changes.length,
    changes: plan.changes.slice(0, maxChanges).map(convertToRupees),
  };
}

function convertToRupees({ id, column, before, after }: ValueChange): ImportSummary['changes'][number] {
  const isAmount = column === 'price' || column === 'mrp';
  const convert = (value: unknown) => (isAmount && typeof value === 'number' ? toRupees(value) : value);
  return { id, column, before: convert(before), after: convert(after) };
}

interface DescriptionOptions {
  readonly dryRun: boolean;
  readonly hasDiscountColumn: boolean;
}

/** Describes an import in sentences. */
export function describeSummary(
  summary: ImportSummary,
  { dryRun, hasDiscountColumn }: DescriptionOptions,
): string[] {
  const { inserted, existing, changed, demoRemoved, withdrawn, inconsistentDiscounts } = summary;
  const lines = [
    ...(dryRun ? listChanges(summary) : []),
    `${formatCount(inserted, 'product')} inserted, ${changed} changed, ${existing - changed} unchanged.`,
  ];
  if (demoRemoved > 0) {
    const verb = dryRun ? 'Would remove' : 'Removed';
    lines.push(
      `${verb} the demo: its ${formatCount(demoRemoved, 'product')}, coupons, home page content and logins.`,
    );
  }
  if (withdrawn > 0) {
    const advice = dryRun ? '' : ' To undo this, run: npm run shop -- catalogue restore';
    const verb = dryRun ? 'Would withdraw' : 'Withdrew';
    lines.push(`${verb} ${formatCount(withdrawn, 'product')} not contained in the file.${advice}`);
  }
  if (inconsistentDiscounts > 0) {
    const advice = hasDiscountColumn ? 'correct the discount column' : 'add a discount column';
    lines.push(
      `Warning: the discount contradicts price and MRP of ${formatCount(inconsistentDiscounts, 'product')}; ${advice}.`,
    );
  }
  return lines;
}

function listChanges({ changeCount, changes }: ImportSummary): string[] {
  const lines = changes.map(
    ({ id, column, before, after }) =>
      `product ${id}, ${column}: ${formatValue(before)} → ${formatValue(after)}`,
  );
  if (changeCount > changes.length)
    lines.push(`… only the first ${changes.length} of ${changeCount} changes are shown.`);
  return ['Dry run: nothing was changed. The import would do this:', ...lines];
}

/** Formats a value as JSON, which makes white space and line breaks visible, and shortens it. */
export function formatValue(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
