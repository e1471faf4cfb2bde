import { once } from 'node:events';
import { createServer } from 'node:http';
import { z } from 'zod';

/** The reference for cached lists: `node:http` that responds to every request with bytes sent by its parent process. */

const [message] = await once(process, 'message');
const body = Buffer.from(z.object({ body: z.string() }).parse(message).body);

const server = createServer((_request, response) => {
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.length,
  });
  response.end(body);
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = z.object({ port: z.number() }).parse(server.address());
process.send?.(`http://127.0.0.1:${port}`);
process.on('disconnect', () => process.exit(0));
