# grundy and nothing else: one static binary on an empty image.
#
#     docker build -t grundy .
#     docker run --rm --read-only --cap-drop=ALL -p 8080:8080 grundy

FROM rust:1.95-slim-bookworm AS build
# It writes into the binary what that was built from. Not optimized, which takes half as long: it has nothing to do.
RUN --mount=type=cache,target=/usr/local/cargo/registry \
    CARGO_PROFILE_DEV_DEBUG=0 cargo install --locked --debug cargo-auditable@0.7.7
WORKDIR /src
COPY . .
# Static, since the image has no libc. Naming the target keeps that flag from procedural macros, which must be dynamic;
# with the builder's own name it is right for amd64 and arm64. Packed relocations save a third of a megabyte. The caches
# spare the next build the dependencies; touch, since cargo goes by dates, and a file of an older commit may be older than
# what the cache has of a newer one.
RUN --mount=type=cache,target=/usr/local/cargo/registry \
    --mount=type=cache,target=/src/target \
    touch src/lib.rs src/main.rs crates/core/src/lib.rs crates/mcp/src/lib.rs crates/rules/src/lib.rs && \
    target=$(rustc --print host-tuple) && \
    RUSTFLAGS="-C target-feature=+crt-static -C link-arg=-Wl,-z,pack-relative-relocs" \
    cargo auditable build --locked --profile dist --target "$target" && \
    cp "target/$target/dist/grundy" /grundy

FROM scratch
# Where the sources are, and which commit of them this is: what builds it knows, as
# --build-arg SOURCE="$(git remote get-url origin)" --build-arg REVISION="$(git rev-parse HEAD)".
ARG SOURCE=
ARG REVISION=
LABEL org.opencontainers.image.title="grundy" \
      org.opencontainers.image.description="Plays impartial combinatorial games perfectly: an HTTP JSON service" \
      org.opencontainers.image.version="0.4.0-dev.0" \
      org.opencontainers.image.licenses="MIT OR Apache-2.0" \
      org.opencontainers.image.source="$SOURCE" \
      org.opencontainers.image.revision="$REVISION"
COPY --from=build /grundy /grundy
# A number, not a name: there is no /etc/passwd, and Kubernetes' runAsNonRoot can only tell from a number.
USER 65532:65532
# Probes and metrics have a port of their own, outside of all caps. Publish it to your monitoring only.
ENV GRUNDY_LISTEN=0.0.0.0:8080 \
    GRUNDY_ADMIN_LISTEN=0.0.0.0:9090 \
    GRUNDY_LOG_FORMAT=json
EXPOSE 8080 9090
# There is no shell. It gives up after at most 4 s by itself. Kubernetes has probes of its own.
HEALTHCHECK --interval=10s --timeout=5s --start-period=5s CMD ["/grundy", "healthcheck"]
# Without arguments it serves; `docker run grundy analyze nim=3` works, too.
ENTRYPOINT ["/grundy"]
