/** The parts of the gateway's benchmark, in the order in which they run. */
export const gatewayParts = [
  'lists',
  'client-kinds',
  'cart',
  'orders',
  'pauses',
  'catalogue-loads',
  'product-changes',
  'catalogue-sizes',
] as const;

export type GatewayPart = (typeof gatewayParts)[number];

export function isGatewayPart(name: string): name is GatewayPart {
  return gatewayParts.some((part) => part === name);
}
