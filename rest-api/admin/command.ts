import { z } from 'zod';
import { auditEntries } from '../database/back-office-tables.ts';
import type { Database } from '../database/engine.ts';
import { runInTransaction } from '../database/transaction.ts';
import { describeMaxLength, parseInput } from '../http/input.ts';
import type { MailSettings } from '../mail/shop-email.ts';

/**
 * The dependencies of a command. The command runs in the service if the service has the embedded database open,
 * otherwise in the process of `npm run shop`.
 */
export interface CommandContext {
  readonly database: Database;
  readonly dataDirectory: string;
  readonly mailSettings: MailSettings;
  /** Who runs the command, for the audit log. */
  readonly actor: string;
  /** Aborted if the command runs in the service and its client disconnects, for example because of Ctrl+C. */
  readonly signal?: AbortSignal;
}

/** The result of a command: `data` for scripts (with `--json`), `text` for people. */
export interface CommandOutput {
  readonly data: unknown;
  readonly text: string;
}

interface CommandDescription<Input extends z.ZodType> {
  /** One or two words, such as `orders dispatch`. */
  readonly name: string;
  /** The arguments and options, such as `ID --tracking NUMBER`. */
  readonly usage?: string;
  readonly description: string;
  /**
   * The names of the positional arguments in `input`. If the last name ends in `...`, it receives all remaining
   * arguments. The argument `file` is converted to an absolute path.
   */
  readonly parameters?: readonly string[];
  /**
   * The options by name. If the value of `picture` or `picture-…` is a file, it is stored, and the command receives its
   * URL.
   */
  readonly options?: Readonly<Record<string, { readonly type: 'string' | 'boolean' }>>;
  /** The user must answer this question with yes before the command runs, unless `--yes` is given. */
  readonly question?: string;
  /** Whether the command removes the demo. False by default. */
  readonly removesDemo?: boolean;
  readonly input: Input;
}

/** A command of the back office. */
export interface Command extends CommandDescription<z.ZodType> {
  /** @throws HttpError if an argument is invalid or the change is not possible. */
  run(context: CommandContext, args: unknown): Promise<CommandOutput>;
}

/** The result of a change. `subject` and `details` are logged, so they must not contain personal data. */
export interface ChangeResult extends CommandOutput {
  readonly subject: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** The value of a numeric option. `Number` alone would also accept an empty text, `0x10` and `1e2`. */
export function decimalInput(reason: string) {
  return z
    .string()
    .trim()
    .regex(/^-?\d{1,12}(\.\d+)?$/, reason)
    .transform(Number);
}

const limitReason = 'Must be a whole number from 1 to 100000';

/** The value of `--limit`: the maximum number of rows. */
export const limitInput = decimalInput(limitReason)
  .pipe(z.number().int(limitReason).min(1, limitReason).max(100_000, limitReason))
  .default(50);

/** The value of an option that translates a text. An empty text removes the translation. */
export function translationInput(maxLength: number) {
  return z
    .string()
    .trim()
    .max(maxLength, describeMaxLength(maxLength))
    .transform((text) => (text === '' ? null : text))
    .optional();
}

/** Defines a command that only reads the database. */
export function defineQuery<Input extends z.ZodType>(
  description: CommandDescription<Input> & {
    readonly run: (
      database: Database,
      input: z.output<Input>,
      context: CommandContext,
    ) => Promise<CommandOutput>;
  },
): Command {
  return {
    ...description,
    run: (context, args) => description.run(context.database, parseInput(description.input, args), context),
  };
}

/** Defines a command that changes the database, in one transaction that also logs who made the change. */
export function defineChange<Input extends z.ZodType>(
  description: CommandDescription<Input> & {
    readonly change: (
      transaction: Database,
      input: z.output<Input>,
      context: CommandContext,
    ) => Promise<ChangeResult>;
  },
): Command {
  return {
    ...description,
    run: (context, args) => {
      const input = parseInput(description.input, args);
      return runInTransaction(context.database, async (transaction) => {
        const { subject, details = {}, data, text } = await description.change(transaction, input, context);
        const { actor } = context;
        await transaction.insert(auditEntries).values({ actor, action: description.name, subject, details });
        return { data, text };
      });
    },
  };
}
