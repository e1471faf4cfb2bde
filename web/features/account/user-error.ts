/**
 * The first user error of a mutation; undefined if the mutation succeeded.
 *
 * @throws if the result has no payload. The gateway omits it only if it returns an error, and Apollo Client then
 * rejects the mutation.
 */
export function getUserError<UserError>(
  payload: { userErrors: readonly UserError[] } | null | undefined,
): UserError | undefined {
  if (payload == null) throw new Error('The response has no payload.');
  return payload.userErrors[0];
}
