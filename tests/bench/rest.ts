import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { importInNewProcess } from '#tests/rest-api/import-command.ts';
import { postgresqlDirectory, startPostgresql } from '#tests/rest-api/postgresql.ts';
import { makeDataDirectory, removeDataDirectory } from '#tests/rest-api/service.ts';
import { report } from './measurement.ts';
import { generateProducts } from './products.ts';
import { benchmarkLastCopies } from './rest/last-copies.ts';
import { startService } from './rest/processes.ts';
import { benchmarkReads } from './rest/reads.ts';

/** The REST service with 10,000 products, on the embedded database and on PostgreSQL. */

const count = 10_000;

const directory = await makeDataDirectory();
try {
  const catalogue = path.join(directory, 'catalogue.json');
  await writeFile(catalogue, JSON.stringify(generateProducts(count)));
  await bench('PGlite', catalogue, {});
  if (postgresqlDirectory === undefined) {
    report({ name: 'PostgreSQL', measured: 'not measured: PostgreSQL is not installed' });
  } else {
    const server = await startPostgresql(postgresqlDirectory);
    try {
      await bench('PostgreSQL', catalogue, { DATABASE_URL: await server.createDatabase('bench') });
    } finally {
      await server.stop();
    }
  }
} finally {
  await removeDataDirectory(directory);
}

async function bench(engine: string, catalogue: string, settings: Record<string, string>): Promise<void> {
  const started = performance.now();
  const imported = await importInNewProcess([catalogue], { DATA_DIR: directory, ...settings });
  if (imported.exitCode !== 0) throw new Error(imported.output);
  const seconds = (performance.now() - started) / 1000;
  report({ name: `import of ${count} products, ${engine}`, measured: `${seconds.toFixed(1)} s` });
  const service = await startService(directory, settings);
  try {
    await benchmarkReads(service, engine);
    await benchmarkLastCopies(service.url, engine);
  } finally {
    await service.stop();
  }
}
