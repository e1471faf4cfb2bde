import { cleanup } from '@testing-library/react';
import { HttpResponse, type RequestHandler } from 'msw';
import { afterEach, beforeEach } from 'vitest';
import { getBrowserSession } from '#web/auth/session.ts';
import { gateway } from './gateway-stub.ts';
import { asha } from './shoppers.ts';
import { setUpStubServer } from './stub-server.ts';

export interface UserErrorInput {
  code: string;
  message: string;
  retryAfterSeconds?: number;
  maxAddresses?: number;
  maxLength?: number;
  reason?: string;
  field?: string[] | null;
}

/** Stubs the gateway for the tests of one file. Each test starts as a visitor and sets the responses that it needs. */
export function serveGateway() {
  const server = setUpStubServer();
  /** The inputs of the mutations that `respond` or `holdResponses` stubs, in the order received. */
  const sentInputs: unknown[] = [];

  beforeEach(() => {
    sentInputs.length = 0;
  });
  afterEach(() => {
    cleanup();
    getBrowserSession().signOut();
  });

  return {
    sentInputs,
    use: (...handlers: RequestHandler[]) => server.use(...handlers),
    /** Stubs a mutation's payload with its fields and user errors. */
    respond(operation: string, field: string, fields: object, errors: readonly UserErrorInput[] = []) {
      server.use(
        gateway.mutation(operation, ({ variables }) => {
          sentInputs.push(variables.input);
          return { [field]: createPayload(operation, fields, errors) };
        }),
      );
    },
    /** Delays the responses to a mutation until the returned function is called. */
    holdResponses(operation: string, field: string, fields: object): () => void {
      const { promise, resolve } = Promise.withResolvers<void>();
      server.use(
        gateway.mutation(operation, async ({ variables }) => {
          sentInputs.push(variables.input);
          await promise;
          return { [field]: createPayload(operation, fields, []) };
        }),
      );
      return resolve;
    },
    failRequest(operation: string) {
      server.use(gateway.mutation(operation, () => HttpResponse.error()));
    },
    /** Stubs a mutation whose first response is lost. Both attempts are recorded in `sentInputs`. */
    loseFirstResponse(operation: string, field: string, fields: object) {
      server.use(
        gateway.mutation(operation, ({ variables }) => {
          sentInputs.push(variables.input);
          if (sentInputs.length === 1) return HttpResponse.error();
          return { [field]: createPayload(operation, fields, []) };
        }),
      );
    },
  };
}

function createPayload(operation: string, fields: object, errors: readonly UserErrorInput[]) {
  return {
    __typename: `${operation}Payload`,
    ...fields,
    userErrors: errors.map((error) => ({
      __typename: `${operation}UserError`,
      field: null,
      ...error,
    })),
  };
}

export const shopper = {
  __typename: 'User',
  id: asha.userId,
  username: 'Asha',
  email: asha.userEmail,
  contact: asha.contact,
  defaultAddress: null,
};

export const lakshmiRoad = {
  __typename: 'Address',
  id: '1',
  address: '12 Lakshmi Road',
  area: 'Sadashiv Peth',
  landmark: 'Opposite the library',
  pincode: '411030',
  city: 'Pune',
  state: 'Maharashtra',
  district: 'Pune',
};
