import { hash, verify } from '@node-rs/argon2';

/** The Argon2id parameters that OWASP recommends (19 MiB of memory, 2 iterations). */
const settings = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes a password or one-time password with Argon2id and a random salt. */
export function hashSecret(secret: string): Promise<string> {
  return hash(secret, settings);
}

/** A hash that matches no secret, so that rejecting an unknown user takes as long as rejecting a wrong password. */
const dummyHash = hashSecret(crypto.randomUUID());

/** Whether the secret matches the hash. Takes the same time if there is no hash. */
export async function verifySecret(secret: string, secretHash: string | undefined): Promise<boolean> {
  const matches = await verify(secretHash ?? (await dummyHash), secret);
  return matches && secretHash !== undefined;
}
