import { parseArgs } from 'node:util';
import { z } from 'zod';
import { OperatorError } from '../cli.ts';
import { createIntegerSchema, originListSchema, quotaRange } from '../config.ts';
import { describeReason } from '../domain/describe-reason.ts';
import { type PartnerKey, partnerKeySchema } from './partner-keys.ts';

/** A partner's quota in points per minute without `--budget`: ten times a visitor's default quota. */
export const defaultBudget = 5_000_000;

/** The help text of `npm run partners`. */
export const partnersUsage = `Partners and their keys:

  npm run partners -- add NAME      creates a key and shows it once
      --budget N                    points per minute (${defaultBudget})
      --origins URL,URL             only web pages of these origins, such as https://app.example, may use it
      --expires YYYY-MM-DD          the last day on which it is valid
  npm run partners -- rotate NAME   creates a second key; the first one stays valid
      --expires YYYY-MM-DD          the last day on which the new key is valid
  npm run partners -- list          lists the keys, each with its last request and points today
      --json                        as JSON, with times in UTC
  npm run partners -- revoke NAME   rejects the partner's keys within a second or two
      --key 1                       only this key`;

/** A parsed command. */
export type PartnerCommand =
  | ({ action: 'add' } & Pick<PartnerKey, 'name' | 'budget' | 'allowedOrigins' | 'expiresAt'>)
  | ({ action: 'rotate' } & Pick<PartnerKey, 'name' | 'expiresAt'>)
  | { action: 'list'; isJson: boolean }
  | { action: 'revoke'; name: string; keyNumber: 1 | 2 | null };

/** The options that each command accepts. */
const optionsByAction: Readonly<Record<PartnerCommand['action'], readonly string[]>> = {
  add: ['budget', 'origins', 'expires'],
  rotate: ['expires'],
  list: ['json'],
  revoke: ['key'],
};

const actionSchema = z.enum(['add', 'rotate', 'list', 'revoke']);

/**
 * Parses the command's arguments.
 *
 * @throws {OperatorError} with the usage, or with the reason why a value is invalid.
 */
export function parsePartnerCommand(args: readonly string[]): PartnerCommand {
  const { positionals, values } = readArguments(args);
  const [actionName, name, ...rest] = positionals;
  const action = actionSchema.safeParse(actionName).data;
  if (action === undefined || rest.length > 0 || (name === undefined) !== (action === 'list'))
    throw new OperatorError(partnersUsage);
  const otherOption = Object.keys(values).find((option) => !optionsByAction[action].includes(option));
  if (otherOption !== undefined)
    throw new OperatorError(`'${action}' does not accept the option '--${otherOption}'\n\n${partnersUsage}`);
  if (action === 'list' || name === undefined) return { action: 'list', isJson: values.json === true };
  if (action === 'revoke') return { action, name, keyNumber: parseKeyNumber(values.key) };
  const expiresAt = parseExpiry(values.expires);
  if (action === 'rotate') return { action, name, expiresAt };
  if (!partnerKeySchema.shape.name.safeParse(name).success) {
    throw new OperatorError(
      `The name '${name}' cannot be used: it must be up to 40 lowercase letters, digits and hyphens, for example acme-books.`,
    );
  }
  const [budget, allowedOrigins] = [parseBudget(values.budget), parseOrigins(values.origins)];
  return { action, name, budget, allowedOrigins, expiresAt };
}

function readArguments(args: readonly string[]) {
  const option = { type: 'string' } as const;
  const json = { type: 'boolean' } as const;
  const options = { budget: option, origins: option, expires: option, key: option, json };
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new OperatorError(`${describeReason(error)}\n\n${partnersUsage}`);
  }
}

function parseBudget(value: string | undefined): number {
  if (value === undefined) return defaultBudget;
  const budget = createIntegerSchema(quotaRange.min, quotaRange.max).safeParse(value);
  if (budget.success) return budget.data;
  throw new OperatorError(
    `The budget '${value}' cannot be used: it must be a whole number of points from ${quotaRange.min} to ${quotaRange.max}.`,
  );
}

function parseOrigins(value: string | undefined): string[] {
  if (value === undefined) return [];
  const origins = originListSchema.safeParse(value).data;
  if (origins !== undefined && !origins.includes('*')) return origins;
  throw new OperatorError(
    `The origins '${value}' cannot be used: they must be origins such as https://app.example, separated by commas.`,
  );
}

/** Parses `--expires`: the end of that day in the shop's time zone. */
function parseExpiry(value: string | undefined): string | null {
  if (value === undefined) return null;
  const isDate = z.iso.date().safeParse(value).success;
  const end = new Date(`${value}T23:59:59.999+05:30`);
  if (isDate && end.getTime() > Date.now()) return end.toISOString();
  const requirement = isDate ? 'today or later' : 'a date that exists, as YYYY-MM-DD';
  throw new OperatorError(
    `The date '${value}' cannot be used: it must be ${requirement}, for example ${new Date().getUTCFullYear() + 1}-12-31.`,
  );
}

function parseKeyNumber(value: string | undefined): 1 | 2 | null {
  if (value === undefined) return null;
  if (value === '1' || value === '2') return value === '1' ? 1 : 2;
  throw new OperatorError(`The key '${value}' does not exist: it must be 1 or 2, as 'list' shows it.`);
}
