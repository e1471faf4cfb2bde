import { defineConfig } from 'drizzle-kit';

/** For `npm run migrations`, which generates a migration from the tables. Paths are relative to the repository root. */
export default defineConfig({
  dialect: 'postgresql',
  schema: './rest-api/database/*-tables.ts',
  out: './rest-api/database/migrations',
});
