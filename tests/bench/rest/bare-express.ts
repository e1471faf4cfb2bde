import { once } from 'node:events';
import express from 'express';
import { z } from 'zod';

/**
 * The measure of speed: Express with nothing but handlers that answer bytes from memory. Takes the
 * answers from its parent (path to body), then tells its address.
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
  answer(response, bodies.get(`/getproductbyid/${request.params.id}`));
});
app.get('/getallproducts', (_request, response) => answer(response, bodies.get('/getallproducts')));

function answer(response: express.Response, body: Buffer | undefined): void {
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', body?.length ?? 0);
  response.end(body);
}

const server = app.listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = z.object({ port: z.number() }).parse(server.address());
process.send?.(`http://127.0.0.1:${port}`);
process.on('disconnect', () => process.exit(0));
