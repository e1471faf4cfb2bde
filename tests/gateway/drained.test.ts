import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { connectionsOf, drained, listening } from '#gateway/http/listening.ts';

it('shutting down waits for answers that are on their way, and not for connections nothing was asked over', async () => {
  const held = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const http = createServer(async (_, response) => {
    asked.resolve();
    await held.promise;
    response.end('answered');
  });
  const connections = connectionsOf(http);
  const port = await listening(http, 0);
  const unused = connect(port, '127.0.0.1').resume();
  await once(unused, 'connect');
  await expect.poll(() => connections.size).toBe(1);
  const answer = fetch(`http://127.0.0.1:${port}/`);
  await asked.promise;
  const end = drained(http, connections);
  await once(unused, 'close');
  held.resolve();
  expect(await (await answer).text()).toBe('answered');
  await end;
});
