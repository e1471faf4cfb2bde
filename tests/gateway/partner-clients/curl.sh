# The tasks of nightly-job.js with curl and jq.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Sends the operation $1 with the variables $2, and stores the response in response.json. If the quota is used up, waits
# and sends it again.
request() {
  body=$(jq -n --rawfile query documents.graphql --arg name "$1" --argjson variables "$2" \
    '{ query: $query, operationName: $name, variables: $variables }')
  while :; do
    printf '%s' "$body" | curl -s --compressed "$SHOP_URL/graphql" -H 'content-type: application/json' \
      -H "x-api-key: $API_KEY" --data-binary @- -D "$work/headers.txt" -o "$work/response.json"
    wait=$(sed -n 's/^retry-after: \([0-9]*\).*/\1/Ip' "$work/headers.txt")
    [ -n "$wait" ] || break
    waits=$((waits + 1))
    sleep "$wait"
  done
  jq -e .data "$work/response.json" >/dev/null
}

waits=0
case $1 in
read)
  cursor=$(curl -sI "$SHOP_URL/feed/products.ndjson" -H "x-api-key: $API_KEY" | sed -n 's/^sync-cursor: \([^[:space:]]*\).*/\1/Ip')
  : >"$work/books.txt"
  after=null more=true
  while [ $more = true ]; do
    request ShopBooksQuery "{ \"after\": $after }"
    jq -r '.data.products.nodes[] | [.sku, .isbn] | @tsv' "$work/response.json" >>"$work/books.txt"
    after=$(jq .data.products.pageInfo.endCursor "$work/response.json")
    more=$(jq .data.products.pageInfo.hasNextPage "$work/response.json")
  done
  found=0
  for start in 1 101; do
    isbns=$(awk 'NR % 10 == 1 { print $2 }' "$work/books.txt" | tail -n +$start | head -n 100 | jq -R . | jq -s .)
    request ShopIsbnQuery "{ \"isbns\": $isbns }"
    found=$((found + $(jq --argjson isbns "$isbns" \
      '[.data.productsByIsbn, $isbns] | transpose | map(select(.[0].isbn == .[1])) | length' "$work/response.json")))
  done
  request ShopFacetsQuery '{}'
  jq -c --arg cursor "$cursor" --argjson books "$(cut -f 1 "$work/books.txt" | sort -u | wc -l)" --argjson found $found \
    '{ cursor: $cursor, books: $books, found: $found } + (.data.products.facets | map_values(map([.value, .count])))' "$work/response.json"
  ;;
sync)
  since=\"$2\"
  : >"$work/changes.txt"
  more=true requests=0
  while [ $more = true ]; do
    request ShopChangesQuery "{ \"since\": $since }"
    requests=$((requests + 1))
    jq -c '.data.productChanges.nodes[] | [.kind, .sku, .product.price]' "$work/response.json" >>"$work/changes.txt"
    since=$(jq .data.productChanges.cursor "$work/response.json")
    more=$(jq .data.productChanges.hasMore "$work/response.json")
  done
  jq -s -c --argjson requests $requests '{ changes: ., requests: $requests }' "$work/changes.txt"
  ;;
exhaust)
  for _ in $(seq 45); do request ShopBooksQuery '{ "after": null }'; done
  printf '{ "waits": %d }' $waits
  ;;
esac
