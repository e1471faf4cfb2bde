import pg from 'pg';
import { onTestFinished } from 'vitest';

/**
 * Connects to a PostgreSQL database until the end of the test. `client` can lock tables, and `countWaiting` counts the
 * connections to this database that wait for a lock.
 */
export async function connectForLocking(url: string) {
  const client = new pg.Client({ connectionString: url });
  const observer = new pg.Client({ connectionString: url });
  await Promise.all([client.connect(), observer.connect()]);
  onTestFinished(async () => {
    await Promise.all([client.end(), observer.end()]);
  });
  const countWaiting = async () => {
    const { rows } = await observer.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    return rows.length;
  };
  return { client, countWaiting };
}
