import { once } from 'node:events';
import { createServer } from 'node:http';
import { z } from 'zod';
import { generateProducts } from '../products.ts';

/** A REST host with products only. The parent process sends their number. */

const [message] = await once(process, 'message');
const { products } = z.object({ products: z.int() }).parse(message);
let body = Buffer.from(JSON.stringify(generateProducts(products)));
let changeCount = 0;

// Each further message changes a price, and with it the list.
process.on('message', () => {
  changeCount += 1;
  const [first = {}, ...others] = generateProducts(products);
  body = Buffer.from(JSON.stringify([{ ...first, price: 100 + changeCount }, ...others]));
});

const server = createServer(({ url }, response) => {
  response.setHeader('content-type', 'application/json');
  response.end(url === '/getallproducts' ? body : '[]');
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = z.object({ port: z.number() }).parse(server.address());
process.send?.(`http://127.0.0.1:${port}`);
process.on('disconnect', () => process.exit(0));
