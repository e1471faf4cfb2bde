/** A key for one order: 32 hexadecimal digits, from the browser's secure random source. */
export function createOrderKey(): string {
  // `crypto.randomUUID` is missing where the shop is reached by plain HTTP.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
