import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import type { Logger } from 'pino';
import { getClientLabel } from '../auth/client.ts';
import type { CatalogueLoader } from '../catalogue/sync/loader.ts';
import type { ErrorCode } from '../domain/error-codes.ts';
import {
  cachedResponseCost,
  chargeOperation,
  chargeRequest,
  describeExceededQuota,
} from '../quota/charge.ts';
import type { ChargeResult, Quotas } from '../quota/quota.ts';
import type { KeyValueStore } from '../storage/key-value.ts';
import type { GatewayMetrics } from '../telemetry/metrics.ts';
import { createOutcome, type GatewayContext } from './context.ts';
import type { OperationComplexity } from './cost/complexity.ts';
import { findLimitViolation } from './cost/limits.ts';
import { addShopperListSizes, estimateListSizes, shopperLists } from './cost/list-size-estimates.ts';
import {
  createClientError,
  formatError,
  isAbortedByClient,
  isReportedOutage,
  isServerError,
  storeUnavailableMessage,
} from './errors.ts';
import { ObjectCache } from './execution/object-cache.ts';
import type { OperationPlan } from './execution/operation-plan.ts';
import { createCostExtension, createStaleCatalogueExtension } from './response-extensions.ts';
import { recordOperation, truncateName } from './telemetry.ts';

/** The body of a GraphQL response. Its data may contain serialized objects; see `stringify`. */
export interface OperationResult {
  errors?: readonly GraphQLFormattedError[];
  data?: Record<string, unknown> | null;
  extensions?: Record<string, unknown>;
}

/** The response to an operation, before it is serialized. */
export interface OperationResponse {
  status: number;
  result: OperationResult;
}

/** How a result is used. */
export interface ExecutionOptions {
  /** Whether the caller serializes the result with `stringify`, which accepts objects that are serialized already. */
  isSerialized: boolean;
}

export interface RunnerDependencies {
  loader: CatalogueLoader;
  quotas: Quotas;
  store: Pick<KeyValueStore, 'state'>;
  metrics: GatewayMetrics;
  logger: Logger;
}

/** A visitor's operation whose response is in the cache. */
export interface CachedOperation {
  requestId: string;
  /** The visitor's network, see `getRateLimitNetwork`. */
  network: string;
  /** The operation's name; null for an anonymous operation. */
  name: string | null;
}

/** Codes of the errors that report an invalid operation. */
const invalidOperationCodes: ReadonlySet<unknown> = new Set([
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'BAD_USER_INPUT',
]);

/**
 * Runs the operations of all clients: visitors, shoppers, partners and rendered pages. Each goes through
 * the same steps, whether Apollo Server has just validated its document or it was planned earlier: coercing
 * the variables, cost, quota, execution, and telemetry.
 */
export class OperationRunner {
  readonly #dependencies: RunnerDependencies;
  readonly #objectCache = new ObjectCache();

  constructor(dependencies: RunnerDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Authenticates the client and charges for receiving a request of this length, whether or not it can
   * be parsed. Returns the response if the request is rejected.
   */
  async admit(context: GatewayContext, characterCount: number): Promise<OperationResponse | null> {
    const { quotas, metrics } = this.#dependencies;
    const reason = await chargeRequest(quotas, context, characterCount);
    if (reason === null) return null;
    // `recordOperation` counts the requests that exceed a quota.
    if (reason === 'quota-exceeded') return this.#rejectExceededQuota(context);
    metrics.rejectedRequests.inc({ reason, client: getClientLabel(null) });
    return reason === 'invalid-api-key'
      ? createRejection(
          401,
          'API_KEY_INVALID',
          context.apiKey === null ? misplacedKeyMessage : invalidKeyMessage,
        )
      : createRejection(503, 'SERVICE_UNAVAILABLE', storeUnavailableMessage);
  }

  /** Charges and records a visitor's response from the cache. Null if the quota does not cover it. */
  async admitCached({ requestId, network, name }: CachedOperation): Promise<ChargeResult | null> {
    const { quotas, metrics, logger } = this.#dependencies;
    const visitor = { kind: 'visitor', network } as const;
    const outcome = createOutcome({ type: 'query', name, source: 'cache' });
    const charge = await quotas.consume(visitor, cachedResponseCost);
    if (charge.retryAfterSeconds !== null) return null;
    const usage = { operationCost: cachedResponseCost, isGranted: true };
    recordOperation({ requestId, outcome, usage }, visitor, logger, metrics);
    return charge;
  }

  /** Executes an operation within its limits. The caller passes the response to `complete`. */
  async execute(
    plan: OperationPlan,
    variables: Record<string, unknown>,
    context: GatewayContext,
    { isSerialized }: ExecutionOptions,
  ): Promise<OperationResponse> {
    const { outcome } = context;
    outcome.type = plan.type;
    outcome.name = truncateName(plan.name);
    const { coerced, errors } = plan.coerce(variables);
    // Not logged: these errors are the client's, and they quote values such as a password that is not a string.
    if (coerced === undefined) return formatErrors(400, errors, 'BAD_USER_INPUT');
    const rejection = await this.#charge(plan, coerced, context);
    if (rejection !== null) return rejection;
    const objectCache = isSerialized ? this.#objectCache : null;
    const {
      data,
      errors: fieldErrors,
      isCompiled,
    } = await plan.execute(context, variables, coerced, objectCache);
    if (isCompiled) {
      outcome.source = 'compiled query';
      outcome.stockShown = context.stockShown;
    }
    if (fieldErrors === undefined) return { status: 200, result: { data: data ?? null } };
    const { result } = this.#fail(context, 200, fieldErrors);
    return { status: 200, result: { ...result, data: data ?? null } };
  }

  /**
   * Completes a response: adds the request id to each error and the extensions to the result, chooses the status, and
   * records the operation. Called once for each operation, unless `admitCached` or `completeNotModified` records it, or
   * Apollo Server rejects the request before its plugins run.
   *
   * @param accept the Accept header; empty if there is none.
   */
  async complete(
    context: GatewayContext,
    { status, result }: OperationResponse,
    accept = '',
  ): Promise<OperationResponse> {
    const { loader, logger, metrics } = this.#dependencies;
    const { requestId, outcome } = context;
    outcome.hasErrors = result.errors !== undefined;
    // The client of an API key is unknown until the partners have been read from their store.
    const client = await context.getClient().catch(() => null);
    const extensions = {
      ...result.extensions,
      ...createStaleCatalogueExtension(loader.staleness),
      ...(client?.kind === 'partner' && { cost: createCostExtension(context.usage) }),
    };
    recordOperation(context, client, logger, metrics);
    return {
      status: chooseStatus(accept, status, result.errors),
      result: {
        ...(result.errors && {
          errors: result.errors.map((error) => ({
            ...error,
            extensions: { ...error.extensions, requestId },
          })),
        }),
        ...(result.data !== undefined && { data: result.data }),
        ...(Object.keys(extensions).length > 0 && { extensions }),
      },
    };
  }

  /** Records a query whose current response the client already has. It costs no more than its request. */
  async completeNotModified(context: GatewayContext): Promise<void> {
    const { logger, metrics } = this.#dependencies;
    const { outcome, usage } = context;
    Object.assign(outcome, { type: 'query', source: 'cache' });
    Object.assign(usage, { operationCost: usage.requestCost, isGranted: true });
    recordOperation(context, await context.getClient(), logger, metrics);
  }

  /**
   * Logs the errors that the gateway or the REST host caused, and records in the outcome that there are any. Calls that
   * the client aborted are recorded, but not logged. During an outage of the store, which is logged once, every request
   * of a shopper fails, so errors of reported outages are only logged for debugging.
   */
  logErrors({ requestId, outcome }: GatewayContext, errors: readonly GraphQLError[]): void {
    const { store, logger } = this.#dependencies;
    outcome.isAborted ||= errors.some(isAbortedByClient);
    for (const error of errors.filter(isServerError)) {
      outcome.hasServerError = true;
      logger[isReportedOutage(error, store.state) ? 'debug' : 'error'](
        { requestId, operation: outcome.name, path: error.path, err: error.originalError ?? error },
        'a field could not be resolved',
      );
    }
  }

  /** Charges the cost of an operation to the client's quota. Returns the response if the operation is rejected. */
  async #charge(
    plan: OperationPlan,
    variables: Record<string, unknown>,
    context: GatewayContext,
  ): Promise<OperationResponse | null> {
    const listSizes = estimateListSizes(this.#dependencies.loader.index);
    const complexity = plan.complexity.measure(variables, listSizes);
    const rejection = await this.#chargeWithinLimits(context, complexity);
    if (rejection !== null || !shopperLists.some((list) => complexity.unslicedLists.includes(list)))
      return rejection;
    // Reading the shopper's record is a REST call, so the operation is charged first.
    const actualSizes = await addShopperListSizes(listSizes, context);
    return actualSizes && this.#chargeWithinLimits(context, plan.complexity.measure(variables, actualSizes));
  }

  async #chargeWithinLimits(
    context: GatewayContext,
    complexity: OperationComplexity,
  ): Promise<OperationResponse | null> {
    const { usage } = context;
    usage.operationCost = Math.max(usage.requestCost, usage.operationCost ?? 0, complexity.cost);
    const violation = findLimitViolation(complexity);
    if (violation !== null) {
      const [code, message] = violation;
      return this.#fail(context, 400, [createClientError(message, code)]);
    }
    const retryAfterSeconds = await chargeOperation(this.#dependencies.quotas, context);
    return retryAfterSeconds === null ? null : this.#rejectExceededQuota(context);
  }

  #rejectExceededQuota(context: GatewayContext): OperationResponse {
    const retryAfterSeconds = context.usage.chargeResult.retryAfterSeconds ?? 1;
    const extensions = { code: 'RATE_LIMITED', retryAfterSeconds };
    return this.#fail(context, 429, [
      new GraphQLError(describeExceededQuota(retryAfterSeconds), { extensions }),
    ]);
  }

  #fail(context: GatewayContext, status: number, errors: readonly GraphQLError[]): OperationResponse {
    this.logErrors(context, errors);
    return formatErrors(status, errors, 'INTERNAL_SERVER_ERROR');
  }
}

function formatErrors(
  status: number,
  errors: readonly GraphQLError[],
  defaultCode: ErrorCode,
): OperationResponse {
  return { status, result: { errors: errors.map((error) => formatError(error, defaultCode)) } };
}

/** Creates the response to a request that is rejected as a whole. */
export function createRejection(status: number, code: ErrorCode, message: string): OperationResponse {
  return { status, result: { errors: [{ message, extensions: { code } }] } };
}

const invalidKeyMessage =
  'The X-API-Key header does not contain a valid key of this shop: the key is mistyped, has expired, was revoked, or is only for web pages of other origins. Omit the header to send requests as a visitor.';

const misplacedKeyMessage =
  "The Authorization header contains an API key, but is for shoppers' tokens. Send the key in the X-API-Key header.";

/**
 * The status for a client. Invalid operations get 200 if the client accepts `application/json` but not
 * `application/graphql-response+json`. The GraphQL over HTTP specification recommends this for the older
 * media type, because its clients may attribute any other status to an intermediary such as a proxy.
 */
function chooseStatus(accept: string, status: number, errors: readonly GraphQLFormattedError[] = []): number {
  if (status !== 400 || !acceptsOnlyPlainJson(accept)) return status;
  return errors.every(({ extensions }) => invalidOperationCodes.has(extensions?.code)) ? 200 : status;
}

function acceptsOnlyPlainJson(accept: string): boolean {
  const types = accept.split(',').map((type) => type.split(';', 1)[0]?.trim().toLowerCase());
  return types.includes('application/json') && !types.includes('application/graphql-response+json');
}
