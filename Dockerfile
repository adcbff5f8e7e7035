# Signoria in a small image: what uv.lock names and no tools, run as nobody in particular.
FROM python:3.13-slim AS build
WORKDIR /source
COPY pyproject.toml uv.lock README.md LICENSE ./
COPY .ci/project_links.py .ci/
ARG PROJECT_URL=""
COPY bot bot
COPY engines engines
COPY render render
COPY config config
ENV UV_PROJECT_ENVIRONMENT=/opt/signoria
RUN pip install "uv==0.9.*" && uv sync --quiet --frozen --no-dev --no-editable --compile-bytecode

FROM python:3.13-slim
COPY --from=build /opt/signoria /opt/signoria
RUN useradd --create-home --uid 10001 signoria && install -d -o signoria /data
USER signoria
ENV PATH=/opt/signoria/bin:$PATH \
    SIGNORIA_FOLDER=/data \
    SIGNORIA_HOST=0.0.0.0 \
    SIGNORIA_HEALTH_HOST=0.0.0.0 \
    SIGNORIA_HEALTH_PORT=8138 \
    SIGNORIA_LOG_FORMAT=json
WORKDIR /data
VOLUME /data
EXPOSE 8137 8138
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
    CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8138/healthz', timeout=4)"]
ENTRYPOINT ["signoria"]
CMD ["run"]
