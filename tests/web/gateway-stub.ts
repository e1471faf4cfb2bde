import { graphql } from 'msw/graphql';

/** Where the gateway of rendered parts is. */
export const gatewayAddress = 'http://shop.test/graphql';

/** Makes msw's handlers for it: `gateway.query('Cart', …)`. */
export const gateway = graphql.link(gatewayAddress);
