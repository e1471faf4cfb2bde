import { once } from 'node:events';
import { createServer } from 'node:http';
import express from 'express';
import { z } from 'zod';
import { listenOnFreePort } from '../../listen.ts';

/**
 * The reference for the benchmark of the REST service's reads: Express with handlers that only send bytes from memory.
 * The parent process sends the bodies, with their paths as keys, and receives the URL.
 */

const app = express();
app.disable('x-powered-by');
app.disable('etag');

const [message] = await once(process, 'message');
const bodies = new Map(
  Object.entries(z.record(z.string(), z.string()).parse(message)).map(([path, body]) => [
    path,
    Buffer.from(body),
  ]),
);

app.get('/getproductbyid/:id', (request, response) => {
  send(response, bodies.get(`/getproductbyid/${request.params.id}`));
});
app.get('/getallproducts', (_request, response) => send(response, bodies.get('/getallproducts')));

function send(response: express.Response, body: Buffer | undefined): void {
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', body?.length ?? 0);
  response.end(body);
}

process.send?.(`http://127.0.0.1:${await listenOnFreePort(createServer(app))}`);
process.on('disconnect', () => process.exit(0));
