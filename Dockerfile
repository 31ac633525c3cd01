# The whole image has a C compiler; what it builds runs in the slim one.
FROM python:3.13 AS build
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
WORKDIR /app
COPY requirements.txt requirements-postgres.txt ./
RUN python -m venv .venv \
    && .venv/bin/python -m pip install --require-hashes \
        -r requirements.txt -r requirements-postgres.txt
COPY . .
# Compiled here, because at run time nothing under /app can be written; what compiles and installs
# stays behind.
RUN .venv/bin/python -m kwbot accelerate \
    && .venv/bin/python -m compileall -q kwbot cogs playground bot.py \
    && .venv/bin/python -m pip uninstall --quiet --yes cython pip

FROM python:3.13-slim
RUN groupadd --gid 10001 kwbot \
    && useradd --uid 10001 --gid kwbot --no-create-home --home-dir /data --shell /usr/sbin/nologin kwbot \
    && install --directory --owner=kwbot --group=kwbot --mode=0700 /data
WORKDIR /app
COPY --from=build /app /app
ARG VERSION=1.3.0
LABEL org.opencontainers.image.title=Kwbot \
    org.opencontainers.image.licenses=MIT \
    org.opencontainers.image.version=$VERSION
ENV KWBOT_VERSION=$VERSION
ENV PATH=/app/.venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    KWBOT_DATABASE_URL=sqlite:////data/kwbot.sqlite3 \
    KWBOT_METRICS_PORT=8080 \
    KWBOT_LOCAL=false
USER 10001:10001
# Not /app/data: that holds the catalogues and rulebooks, which must come with the image.
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=6s --start-period=60s --retries=3 \
    CMD ["python", "-c", "import http.client, os, sys; c = http.client.HTTPConnection('127.0.0.1', int(os.environ['KWBOT_METRICS_PORT']), timeout=5); c.request('GET', '/healthz'); sys.exit(c.getresponse().status != 200)"]
CMD ["python", "bot.py"]
