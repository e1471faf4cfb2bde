/**
 * The first user error of a mutation; undefined if the mutation succeeded.
 *
 * @throws if the result has no payload. The gateway returns none only beside an error, with which Apollo Client already
 * rejects.
 */
export function getUserError<UserError>(
  payload: { userErrors: readonly UserError[] } | null | undefined,
): UserError | undefined {
  if (payload == null) throw new Error('The response has no payload.');
  return payload.userErrors[0];
}
