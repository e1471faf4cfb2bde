import { SignJWT } from 'jose';
import { compare, reportComparison } from '../compare.ts';
import { createGraphQLCall } from './graphql-calls.ts';
import { connections, loadConditions, type Processes, productCount } from './setup.ts';
import { addToCart, registerAndSignIn } from './shopper-account.ts';

const cartQuery = `query User {
  user {
    id username email contact
    addresses { id address area city district state pincode landmark }
    cart { unitCount lines { quantity product { id name price mrp available thumbnail } } }
  }
}`;

/** Signs the token for the reference. The gateway's token comes from its mutation `login`. */
const secret = 'the session secret of the reference';

/**
 * Queries a shopper's record with the cart. For each request, both servers fetch the record from the same REST host.
 * Only the reference also fetches the products, which the gateway has in memory.
 */
export async function benchmarkCart(processes: Processes): Promise<void> {
  const host = await processes.startHost(productCount);
  const gateway = await processes.startReadyGateway(host);
  const plainApollo = await processes.startReference('plain-apollo.ts', {
    products: productCount,
    restApiUrl: host.url,
    secret,
  });
  const shopper = await registerAndSignIn(gateway);
  for (const productId of ['5', '700', '9000']) await addToCart(gateway, shopper, productId);
  const token = await new SignJWT({})
    .setProtectedHeader({ alg: 'HS256' })
    // The host numbers its shoppers from 1.
    .setSubject('1')
    .sign(new TextEncoder().encode(secret));
  const comparison = await compare(
    { server: gateway, calls: [createGraphQLCall(cartQuery, {}, shopper.headers)] },
    { server: plainApollo, calls: [createGraphQLCall(cartQuery, {}, { authorization: `Bearer ${token}` })] },
    { connections, isPinned: true },
  );
  const name = `shopper with 3 cart lines over REST, ${loadConditions}`;
  reportComparison(name, 'plain Apollo Server', comparison, 3);
}
