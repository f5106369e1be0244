# The site as an image: docs/operate/several-machines.md.

# The folder whose content/ the site shows: this one, or another charity's by --build-context charity=FOLDER.
FROM scratch AS charity
COPY content content

FROM node:24.21.0-trixie-slim AS build
WORKDIR /site
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
RUN rm -r content
COPY --from=charity content content
# Pages built for another origin than the one they are served from are rendered again at their first visit.
ARG SITE_URL
# The commit: .git is not copied. Health, metrics and the log show it.
ARG VERSION
# Files of photographs are made once, not for each image.
RUN --mount=type=cache,target=/photos mkdir -p /photos .next/cache && ln -s /photos .next/cache/photos \
    && npm run build && npm run build:prune && rm -rf node_modules/node-linux-* node_modules/.bin/node

FROM node:24.21.0-trixie-slim AS base
# glibc gives memory back sooner with fewer arenas: less in use at the peak (docs/performance.md, "Growth").
ENV NODE_ENV=production DATA_DIR=/data MALLOC_ARENA_MAX=2
WORKDIR /site
COPY --from=build /site/node_modules node_modules
COPY --from=build /site/.next .next
COPY --from=build /site/package.json /site/next.config.ts ./
COPY --from=build /site/app app
COPY --from=build /site/components/art/drawings components/art/drawings
COPY --from=build /site/content content
COPY --from=build /site/lib lib
COPY --from=build /site/messages messages
COPY --from=build /site/public public
COPY --from=build /site/scripts scripts
RUN ln -s /site/scripts/charity /usr/local/bin/charity

# The nightly backup needs pg_dump of the database's major version.
FROM base AS backup
RUN apt-get update \
    && apt-get install --yes --no-install-recommends postgresql-client-17 \
    && rm -rf /var/lib/apt/lists/* \
    && install -d -o node -g node -m 700 /backups
USER node
VOLUME /backups
# A night was missed when no backup is younger than 26 hours.
HEALTHCHECK --interval=10m --timeout=10s --start-period=10m --retries=1 \
    CMD ["sh", "-c", "find /backups -name 'charity-*' -mmin -1560 | grep -q ."]
CMD ["sh", "scripts/backup-nightly.sh", "/backups"]

FROM base AS site
RUN install -d -o node -g node -m 700 /data
USER node
# The only folder that the site writes to. Everything else may be read-only.
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --start-interval=1s --retries=3 \
    CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT ?? 3000) + '/api/health/ready').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# As npm start, but without npm in between, which would not pass signals on.
CMD ["node", "--max-semi-space-size=8", "scripts/serve.ts"]
