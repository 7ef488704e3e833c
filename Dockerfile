# Builds an image that contains only one file, the static binary.
#
#     docker build -t grundy .
#     docker run --rm --read-only --cap-drop=ALL -p 8080:8080 grundy

FROM rust:1.95-slim-bookworm AS build
# cargo-auditable writes the names and versions of all crates into the binary. This tool does little work, so it is
# built without optimization, which takes half as long.
RUN --mount=type=cache,target=/usr/local/cargo/registry \
    CARGO_PROFILE_DEV_DEBUG=0 cargo install --locked --debug cargo-auditable@0.7.7
WORKDIR /src
COPY . .
# The binary is static, since the image has no libc. If a target is named, the flag crt-static does not apply to
# procedural macros, which must be dynamic. The named target is the builder's own, so it is right for amd64 and arm64.
# Packed relocations save a third of a megabyte. With the caches, the next build need not compile the dependencies
# again. cargo compares dates, and a file of an older commit may be older than the cached result of a newer commit. So
# the files are touched.
RUN --mount=type=cache,target=/usr/local/cargo/registry \
    --mount=type=cache,target=/src/target \
    touch src/lib.rs src/main.rs crates/*/src/lib.rs && \
    target=$(rustc --print host-tuple) && \
    RUSTFLAGS="-C target-feature=+crt-static -C link-arg=-Wl,-z,pack-relative-relocs" \
    cargo auditable build --locked --profile dist --target "$target" && \
    cp "target/$target/dist/grundy" /grundy

FROM scratch
# The address of the sources, and the commit. Pass them as --build-arg SOURCE="$(git remote get-url origin)" --build-arg
# REVISION="$(git rev-parse HEAD)".
ARG SOURCE=
ARG REVISION=
LABEL org.opencontainers.image.title="grundy" \
      org.opencontainers.image.description="Plays impartial combinatorial games perfectly: an HTTP JSON service" \
      org.opencontainers.image.version="0.5.0-dev.0" \
      org.opencontainers.image.licenses="MIT OR Apache-2.0" \
      org.opencontainers.image.source="$SOURCE" \
      org.opencontainers.image.revision="$REVISION"
COPY --from=build /grundy /grundy
# The user is a number and not a name, since there is no /etc/passwd. Kubernetes' runAsNonRoot needs a number, too.
USER 65532:65532
# Probes and metrics have a separate port, to which no limits apply. Publish this port only to your monitoring. The last
# variable makes the allocator return memory at once, instead of keeping it for the next requests.
ENV GRUNDY_LISTEN=0.0.0.0:8080 \
    GRUNDY_ADMIN_LISTEN=0.0.0.0:9090 \
    GRUNDY_LOG_FORMAT=json \
    MIMALLOC_PURGE_DELAY=0
EXPOSE 8080 9090
# The image has no shell, so the program itself has this check. The check ends after at most 4 s. Kubernetes uses its
# own probes instead.
HEALTHCHECK --interval=10s --timeout=5s --start-period=5s CMD ["/grundy", "healthcheck"]
# Without arguments, the program is the service. `docker run grundy analyze nim=3` works, too.
ENTRYPOINT ["/grundy"]
