# Emcee in one image: node and the bot, a small ffmpeg, one volume. docs/operations.md says how to run it.
# Both bases follow Debian's and Node's security updates: build again to get them. Each stage names its platform, because older Podman
# takes the one of the stage before.
ARG NODE=docker.io/library/node:24-bookworm-slim
ARG DEBIAN=docker.io/library/debian:bookworm-slim

# ---- The libraries that the bot itself needs, and none of the sandbox's --------------------------------------------------
# What only builds runs on the machine's own processor, whichever the image is for: emulated, compiling takes hours.
FROM --platform=${BUILDPLATFORM} ${NODE} AS libraries
ARG TARGETARCH
WORKDIR /app
COPY package.json package-lock.json ./
# Left in, a development dependency stays if the sandbox needs it, too.
RUN npm pkg delete workspaces devDependencies allowScripts \
 && npm install --omit=dev --ignore-scripts --no-audit --no-fund --no-save \
      --os=linux --libc=glibc --cpu="$(echo "$TARGETARCH" | sed 's/amd64/x64/')" \
 && npm sbom --omit=dev --sbom-format=cyclonedx >sbom.json

# ---- ffmpeg, of Debian's source, with only what shrinking a video and reading people's sound takes: 5 MB instead of 400 ----
FROM --platform=${BUILDPLATFORM} ${DEBIAN} AS ffmpeg
ARG TARGETARCH
RUN sed -i 's/^Types: deb$/Types: deb deb-src/' /etc/apt/sources.list.d/debian.sources \
 && here="$(dpkg --print-architecture)" && compiler=gcc \
 && if [ "$TARGETARCH" != "$here" ]; then \
      dpkg --add-architecture "$TARGETARCH"; \
      compiler="gcc-$(echo "$TARGETARCH" | sed 's/amd64/x86-64/;s/arm64/aarch64/')-linux-gnu"; \
    fi \
 && apt-get update -qq \
 && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
      dpkg-dev "$compiler" "libc6-dev:$TARGETARCH" "libx264-dev:$TARGETARCH" make nasm pkgconf xz-utils >/dev/null
WORKDIR /source
RUN apt-get source -qq ffmpeg && mv ffmpeg-*/ ffmpeg
WORKDIR /source/ffmpeg
ARG FFMPEG_FLAGS=--optflags=-O3
RUN cpu="$(echo "$TARGETARCH" | sed 's/amd64/x86_64/;s/arm64/aarch64/')" \
 && PKG_CONFIG_LIBDIR="/usr/lib/$cpu-linux-gnu/pkgconfig" ./configure \
      --enable-cross-compile --target-os=linux --arch="$cpu" --cross-prefix="$cpu-linux-gnu-" --pkg-config=pkg-config \
      --disable-everything --disable-autodetect --disable-network --disable-doc --disable-debug --extra-cflags=-w \
      ${FFMPEG_FLAGS} \
      --disable-ffplay --disable-ffprobe --disable-avdevice --disable-postproc \
      --enable-gpl --enable-libx264 \
      --enable-protocol=file,pipe \
      --enable-demuxer=aac,aiff,amr,asf,avi,caf,flac,flv,matroska,mov,mp3,mpegps,mpegts,ogg,w64,wav \
      --enable-muxer=mp4,null,pcm_s16le \
      --enable-decoder=h264,aac,ac3,alac,amrnb,amrwb,eac3,flac,mp3,opus,vorbis,wmav2 \
      --enable-decoder=pcm_alaw,pcm_f32le,pcm_mulaw,pcm_s16be,pcm_s16le,pcm_s24le,pcm_s32le,pcm_u8 \
      --enable-encoder=libx264,aac,pcm_s16le,wrapped_avframe \
      --enable-parser=h264,aac,ac3,flac,mpegaudio,opus,vorbis \
      --enable-bsf=extract_extradata,h264_mp4toannexb,aac_adtstoasc \
      --enable-filter=scale,format,aformat,aresample,null,anull,fps,trim,atrim,transpose,hflip,vflip,rotate \
 && make -s -j"$(nproc)" ffmpeg \
 && "$cpu-linux-gnu-strip" ffmpeg

# ---- Node for the image's processor ---------------------------------------------------------------------------------------
FROM --platform=${TARGETPLATFORM} ${NODE} AS node

# ---- The image -----------------------------------------------------------------------------------------------------------
FROM --platform=${TARGETPLATFORM} ${DEBIAN}
ARG VERSION=unreleased
LABEL org.opencontainers.image.title="Emcee" \
      org.opencontainers.image.description="A self-hosted Discord bot for the people who run communities" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="${VERSION}"
RUN apt-get update -qq \
 && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
      ca-certificates libstdc++6 libx264-164 tini >/dev/null \
 && rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/cache/debconf/* /var/log/* \
 && groupadd --gid 1000 emcee \
 && useradd --uid 1000 --gid emcee --home-dir /data --no-create-home --shell /usr/sbin/nologin emcee \
 && install -d -m 0700 -o emcee -g emcee /data
COPY --from=node /usr/local/bin/node /usr/local/bin/node
COPY --from=ffmpeg /source/ffmpeg/ffmpeg /usr/local/bin/ffmpeg
WORKDIR /app
COPY --from=libraries /app/node_modules node_modules
COPY --from=libraries /app/sbom.json ./
COPY package.json LICENSE backup.ts restore.ts move-store.ts leave.ts doctor.ts ./
COPY deploy/wait-when-decided deploy/is-ready deploy/
COPY launch launch
COPY commands commands
COPY src src
ENV NODE_ENV=production DATA_DIR=/data
USER 1000:1000
VOLUME /data
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 CMD ["/app/deploy/is-ready"]
ENTRYPOINT ["tini", "-s", "--"]
CMD ["node", "--max-semi-space-size=8", "src/main.ts"]
