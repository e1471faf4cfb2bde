import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { importInNewProcess } from '#tests/rest-api/import-command.ts';
import { postgresqlBinaryDir, startPostgresql } from '#tests/rest-api/postgresql.ts';
import { createDataDirectory, removeDataDirectory } from '#tests/rest-api/service.ts';
import { report } from './measurement.ts';
import { generateProducts } from './products.ts';
import { benchmarkLastCopies } from './rest/last-copies.ts';
import { startService } from './rest/processes.ts';
import { benchmarkReads } from './rest/reads.ts';

/** Benchmarks the REST service with 10,000 products, on the embedded database and on PostgreSQL. */

const productCount = 10_000;

const directory = await createDataDirectory();
try {
  const catalogue = path.join(directory, 'catalogue.json');
  await writeFile(catalogue, JSON.stringify(generateProducts(productCount)));
  await benchmarkEngine('PGlite', catalogue, {});
  if (postgresqlBinaryDir === undefined) {
    report({ name: 'PostgreSQL', measured: 'not measured: PostgreSQL is not installed' });
  } else {
    const server = await startPostgresql(postgresqlBinaryDir);
    try {
      await benchmarkEngine('PostgreSQL', catalogue, { DATABASE_URL: await server.createDatabase('bench') });
    } finally {
      await server.stop();
    }
  }
} finally {
  await removeDataDirectory(directory);
}

async function benchmarkEngine(
  engine: string,
  catalogue: string,
  settings: Record<string, string>,
): Promise<void> {
  const startedAt = performance.now();
  const importRun = await importInNewProcess([catalogue], { DATA_DIR: directory, ...settings });
  if (importRun.exitCode !== 0) throw new Error(importRun.output);
  const seconds = (performance.now() - startedAt) / 1000;
  report({ name: `import of ${productCount} products, ${engine}`, measured: `${seconds.toFixed(1)} s` });
  const service = await startService(directory, settings);
  try {
    await benchmarkReads(service, engine);
    await benchmarkLastCopies(service.url, engine);
  } finally {
    await service.stop();
  }
}
