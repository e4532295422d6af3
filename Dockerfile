# The assay service in a small image: one binary with its parsers, and git, which knows the files of a repository. It runs
# as an ordinary user, needs no Python, no compiler and no Java, and can have a read-only root. compose.yaml runs it
# beside Neo4j.

FROM golang:1.26.0-trixie AS build
ENV GOMODCACHE=/cache/mod GOCACHE=/cache/build
WORKDIR /src
COPY . .
RUN --mount=type=cache,target=/cache CGO_ENABLED=1 go build -trimpath -ldflags="-s -w" -o /out/assay ./cmd/assay

FROM debian:13.3-slim
# Mounted repositories belong to others: git is told that this is meant. Settings of theirs start no programs, assay sees
# to that.
RUN apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates git \
 && rm -rf /var/lib/apt/lists/* \
 && git config --system --add safe.directory '*' \
 && useradd --system --uid 10001 --user-group --create-home --home-dir /var/lib/assay assay
COPY --from=build /out/assay /usr/local/bin/assay
ENV ASSAY_HOME=/var/lib/assay ASSAY_LISTEN=0.0.0.0:17600
WORKDIR /var/lib/assay
USER 10001:10001
EXPOSE 17600
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=4 CMD ["assay", "ping"]
ENTRYPOINT ["assay"]
CMD ["serve"]
