import { once } from 'node:events';
import { createServer } from 'node:http';
import { z } from 'zod';
import { listenOnFreePort } from '../../listen.ts';

/**
 * The reference for the benchmark of lists (`lists.ts`): a `node:http` server that reads each request and responds with
 * the header fields and the body that it got from its parent process.
 */

const [message] = await once(process, 'message');
const input = z.object({ body: z.string(), headers: z.array(z.string()) }).parse(message);
const body = Buffer.from(input.body);

const server = createServer((request, response) => {
  request.resume().on('end', () => {
    response.writeHead(200, input.headers);
    response.end(body);
  });
});
process.send?.(`http://127.0.0.1:${await listenOnFreePort(server)}`);
process.on('disconnect', () => process.exit(0));
