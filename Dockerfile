# syntax=docker/dockerfile:1
# Builds every image of the product: docker build --target <process> .
# Targets: gateway, identity, pages, support, analytics, operator (commands), standalone; minio for small clusters.

ARG NODE=26.10.0-trixie-slim@sha256:ec7758ee051e457b468b32bde57b0879010b325bb9862718e9615225ce4aaae1

FROM node:${NODE} AS manifests
WORKDIR /volant
COPY package.json package-lock.json ./
COPY proto/package.json proto/
COPY infra/package.json infra/
COPY services/identity/package.json services/identity/
COPY services/pages/package.json services/pages/
COPY services/support/package.json services/support/
COPY services/analytics/package.json services/analytics/
COPY gateway/package.json gateway/
COPY web/package.json web/
COPY standalone/package.json standalone/
COPY bench/package.json bench/
COPY e2e/package.json e2e/

# Compiles everything; later stages only copy the results.
FROM manifests AS build
RUN npm ci
COPY . .
RUN npm run build && npx tsx scripts/images/keep-modules.ts /modules

# Without the embedded ClickHouse, which processes with real servers do not load.
FROM build AS cluster-modules
RUN rm -rf /modules/@chdb /modules/chdb

FROM node:${NODE} AS process
ENV NODE_ENV=production \
    NODE_OPTIONS="--enable-source-maps" \
    HOST=::
WORKDIR /volant
# Owned by root, so that the process cannot change its own code.
COPY --from=build /volant/package.json ./
COPY --from=build /volant/infra/dist infra/dist
USER node
STOPSIGNAL SIGTERM

FROM process AS service
COPY --from=cluster-modules /modules node_modules
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:9464/health').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]

FROM service AS identity
COPY --from=build /volant/services/identity services/identity
EXPOSE 4001 9464
CMD ["node", "services/identity/dist/main.js"]

FROM service AS pages
COPY --from=build /volant/services/pages services/pages
EXPOSE 4002 9464
CMD ["node", "services/pages/dist/main.js"]

FROM service AS support
COPY --from=build /volant/services/support services/support
EXPOSE 4003 9464
CMD ["node", "services/support/dist/main.js"]

FROM service AS analytics
COPY --from=build /volant/services/analytics services/analytics
# A new volume mounted here takes over this owner.
USER root
RUN install -d -o node -g node /spool
USER node
ENV VOLANT_SPOOL_DIR=/spool
EXPOSE 4004 9464
CMD ["node", "services/analytics/dist/main.js"]

FROM service AS gateway
COPY --from=build /volant/web/dist web/dist
COPY --from=build /volant/gateway gateway
USER root
RUN install -d -o node -g node /copy
USER node
ENV VOLANT_COPY_DIR=/copy
EXPOSE 3000 9464
CMD ["node", "gateway/dist/main.js"]

# The embedded product in one process, and the operator's commands.
FROM process AS standalone
COPY --from=build /modules node_modules
COPY --from=build /volant/services services
COPY --from=build /volant/gateway gateway
COPY --from=build /volant/web/dist web/dist
COPY --from=build /volant/standalone standalone
USER root
RUN install -d -o node -g node /data
USER node
ENV PORT=3000 VOLANT_DATA_DIR=/data VOLANT_DEMO=off
VOLUME /data
EXPOSE 3000
CMD ["node", "--max-semi-space-size=32", "standalone/dist/main.js"]

FROM standalone AS operator
ENTRYPOINT ["node"]
CMD ["standalone/dist/migrate.js"]

# The S3 server of docker-compose.yml and k8s/components/minio. MinIO publishes no images of its versions with the last
# security fixes, so it is built from its source, of the same version as in scripts/servers/minio.ts.
FROM golang:1.26.5-trixie@sha256:87ffdb09b6a2e29ff910748b745395e8a0299aa80b7c0551cdca9b55e3fd2b3e AS minio-build
RUN CGO_ENABLED=0 go install -trimpath -ldflags '-s -w' github.com/minio/minio@v0.0.0-20260212201848-7aac2a2c5b7c

FROM node:${NODE} AS minio
COPY --from=minio-build /go/bin/minio /usr/local/bin/minio
RUN install -d -o node -g node /data
USER node
ENV HOME=/tmp
VOLUME /data
EXPOSE 9000
ENTRYPOINT ["minio"]
CMD ["server", "/data"]
