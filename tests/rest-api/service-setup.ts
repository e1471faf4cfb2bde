import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll } from 'vitest';
import { userRecord } from '#rest-api/shoppers/user-record.ts';
import { type Call, createCall, fetchOrders, productSchema } from './calls.ts';
import type { StartService, TestService } from './engines.ts';
import { type MailServer, startMailServer } from './mail-server.ts';
import type { Settings } from './service.ts';
import { runShop } from './shop-command.ts';

/** Starts a service for the tests of a `describe`, and removes it after them. */
export function setUpService(start: StartService) {
  let service: TestService;
  let call: Call;

  const setService = (startedService: TestService) => {
    service = startedService;
    call = createCall(service.url);
  };
  const callService: Call = (line, options) => call(line, options);
  const fetchBody = async (line: string) => (await call(line)).body;
  const getPath = (name: string) => path.join(service.settings.DATA_DIR ?? '', name);

  beforeAll(async () => {
    setService(await start());
    return () => service.remove();
  });

  return {
    getService: () => service,
    /** The URL of the service's PostgreSQL database. @throws {Error} if the service uses the embedded database. */
    getDatabaseUrl: () => {
      const { DATABASE_URL } = service.settings;
      if (DATABASE_URL === undefined) throw new Error('The service uses the embedded database.');
      return DATABASE_URL;
    },
    /** Starts the service again after a test has stopped or killed it. */
    restart: async () => setService(await service.restart()),
    call: callService,
    fetchBody,
    fetchUser: async (id: number) => userRecord.parse(await fetchBody(`GET /getUserById/${id}`)),
    fetchOrders: (email: string) => fetchOrders(callService, email),
    /** The number of copies of a product that are in stock. */
    fetchStock: async (id: number) =>
      productSchema.parse(await fetchBody(`GET /getproductbyid/${id}`)).remainingQuantity,
    /** Runs a command of the back office. Returns its output, or `failed: ` and its error output. */
    runCommand: async (...args: string[]) => {
      const { exitCode, stdout, stderr } = await runShop(service.settings, ...args);
      return exitCode === 0 ? stdout : `failed: ${stderr}`;
    },
    /** The path of a file in the service's data directory. */
    getPath,
    /** Writes a file into the service's data directory, and returns its path. */
    createFile: async (name: string, content: string | Buffer) => {
      const file = getPath(name);
      await writeFile(file, content);
      return file;
    },
  };
}

/** Like `setUpService`, but the service sends its e-mails to a mail server of the tests. */
export function setUpServiceWithMailServer(start: StartService, settings: Settings = {}) {
  let mailServer: MailServer;
  beforeAll(async () => {
    mailServer = await startMailServer();
    return () => mailServer.close();
  });
  return {
    ...setUpService(() => start({ SMTP_URL: mailServer.url, ...settings })),
    getMailServer: () => mailServer,
    findEmailsTo: (recipient: string) => mailServer.findEmailsTo(recipient),
  };
}
