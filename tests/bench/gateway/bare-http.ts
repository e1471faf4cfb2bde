import { once } from 'node:events';
import { createServer } from 'node:http';
import { z } from 'zod';

/** The measure of speed: `node:http` that answers whatever it is asked with the bytes its parent sends. */

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
