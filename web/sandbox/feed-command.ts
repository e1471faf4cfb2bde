/** Formats the command that downloads the product feed, with `$KEY` for the partner's key. */
export function formatFeedCommand(origin: string): string {
  return `curl -sS --compressed ${origin}/feed/products.ndjson \\\n  -H "x-api-key: $KEY"`;
}
