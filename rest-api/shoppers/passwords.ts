import { hash, verify } from '@node-rs/argon2';

/** Argon2id with the second of the settings that RFC 9106 recommends, scaled as OWASP does (19 MiB, 2 passes). */
const settings = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes a password or a one-time password with argon2id and a salt of its own. */
export function hashSecret(secret: string): Promise<string> {
  return hash(secret, settings);
}

/** A hash that no secret fits, so that an unknown contact costs the same time as a wrong password. */
const noSecret = hashSecret(crypto.randomUUID());

/** Whether the secret belongs to the hash; takes the same time when there is no hash. */
export async function isSecret(secret: string, secretHash: string | undefined): Promise<boolean> {
  const matches = await verify(secretHash ?? (await noSecret), secret);
  return matches && secretHash !== undefined;
}
