# Headless Outrider: `docker build -t outrider . && docker run --rm -v "$PWD/runs:/home/outrider/runs" outrider demo`
FROM debian:13-slim AS build
RUN apt-get update \
 && apt-get install -y --no-install-recommends python3 python3-venv \
 && rm -rf /var/lib/apt/lists/*
RUN python3 -m venv /opt/outrider
COPY requirements-run.lock /source/
RUN /opt/outrider/bin/pip install --no-cache-dir --require-hashes --no-deps -r /source/requirements-run.lock
COPY pyproject.toml README.md LICENSE NOTICE /source/
COPY outrider /source/outrider
RUN /opt/outrider/bin/pip install --no-cache-dir --no-deps --no-build-isolation /source

FROM debian:13-slim
RUN apt-get update \
 && apt-get install -y --no-install-recommends python3 libegl1 libgl1 libgl1-mesa-dri \
 && rm -rf /var/lib/apt/lists/* \
 && useradd --create-home --uid 1000 outrider
COPY --from=build /opt/outrider /opt/outrider
ENV PATH=/opt/outrider/bin:$PATH OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1
USER outrider
WORKDIR /home/outrider
# The compiled kernels go into this user's cache, so that a container starts warm.
RUN outrider doctor --warm && mkdir runs
ENTRYPOINT ["outrider"]
CMD ["demo"]
