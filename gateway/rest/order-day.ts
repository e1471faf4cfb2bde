import { z } from 'zod';
import { dateInIndia } from '../domain/date.ts';

/** Below this a number of an instant can only be meant in seconds. */
const fewestMilliseconds = 1e11;

const written = /^(?<day>\d{4}-\d{2}-\d{2})(?:[T ]\d{2}:\d{2}(?<rest>.*))?$/;
const zone = /(?:Z|[+-]\d{2}:?\d{2})$/i;

/**
 * The day of an order as `yyyy-mm-dd`, in the shop's time zone. Hosts give the day itself, or an
 * instant: as text, as a number since the epoch, or as the list of its parts. One without a zone is
 * taken as it stands.
 */
export const orderDay = z
  .union([z.string(), z.number(), z.array(z.int()).min(3)])
  .transform((value, context) => {
    const day = Array.isArray(value)
      ? dayOfParts(value)
      : typeof value === 'number'
        ? dayOfNumber(value)
        : dayOfText(value);
    if (day !== null && isDay(day)) return day;
    context.addIssue('is no date');
    return z.NEVER;
  });

function dayOfText(text: string): string | null {
  const groups = written.exec(text.trim())?.groups;
  if (groups?.day === undefined) return null;
  if (groups.rest === undefined || !zone.test(groups.rest)) return groups.day;
  return dayOfInstant(new Date(text.trim()));
}

function dayOfNumber(number: number): string | null {
  return dayOfInstant(new Date(number < fewestMilliseconds ? number * 1000 : number));
}

function dayOfParts([year = 0, month = 0, day = 0]: readonly number[]): string {
  return [String(year).padStart(4, '0'), ...[month, day].map((part) => String(part).padStart(2, '0'))].join(
    '-',
  );
}

function dayOfInstant(instant: Date): string | null {
  return Number.isNaN(instant.getTime()) ? null : dateInIndia(instant);
}

function isDay(day: string): boolean {
  const instant = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(day);
}
