import { defineConfig } from 'drizzle-kit';

/** For `npm run migrations`, which writes the next migration from the tables (paths from the root). */
export default defineConfig({
  dialect: 'postgresql',
  schema: './rest-api/database/*-tables.ts',
  out: './rest-api/database/migrations',
});
