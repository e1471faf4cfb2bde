# One image for the gateway with the storefront, the REST service and the back office. compose.yaml shows how to run
# them.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /shop
# A separate layer, so that the packages are installed again only if these files change.
COPY package.json package-lock.json ./
COPY .ci .ci
RUN node .ci/prepare.mjs install
COPY . .
RUN npm run build && npm prune --omit=dev

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production DATA_DIR=/data HEALTH_URL=http://127.0.0.1:4000/health/ready
RUN install -d -o node -g node -m 700 /data
WORKDIR /shop
COPY --from=build /shop /shop
USER node
VOLUME /data
EXPOSE 4000
HEALTHCHECK --interval=5s --timeout=4s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(process.env.HEALTH_URL).then((response) => process.exit(response.ok ? 0 : 1), () => process.exit(1))"]
# These options of V8 save memory (docs/performance.md).
CMD ["node", "--max-semi-space-size=8", "--heap-growing-percent=40", "gateway/bin/gateway.ts"]
