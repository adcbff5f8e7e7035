"""What the operator can watch: counters and times for Prometheus."""

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Gauge, Histogram, generate_latest

REGISTRY = CollectorRegistry()
CONTENT_TYPE = CONTENT_TYPE_LATEST

COMMITTED = Counter("signoria_steps", "Steps that were committed, by kind", ["kind"], registry=REGISTRY)
CONFLICTS = Counter("signoria_conflicts", "Commits that were tried again", registry=REGISTRY)
REFUSED = Counter("signoria_refused", "Requests that the rules or the table refused", registry=REGISTRY)
FROZEN = Counter("signoria_frozen", "Tables frozen by a fault of ours", registry=REGISTRY)
STEP_SECONDS = Histogram("signoria_step_seconds", "From a loaded table to its commit", registry=REGISTRY)
ATTENDED = Counter("signoria_attended", "Tables attended to, by outcome", ["outcome"], registry=REGISTRY)
ATTEND_SECONDS = Histogram("signoria_attend_seconds", "Attending to one table", registry=REGISTRY)
LATE_SECONDS = Gauge("signoria_late_seconds", "How long the table that is due first has waited", registry=REGISTRY)
POSTED = Counter("signoria_posts", "Surfaces brought up to date, by platform", ["platform"], registry=REGISTRY)
TROUBLES = Counter("signoria_post_troubles", "Posts that a platform refused", ["platform"], registry=REGISTRY)
STORE_RETRIES = Gauge("signoria_store_retries", "Commands repeated because the storage was away", registry=REGISTRY)
UNREPLICATED = Gauge(
    "signoria_unreplicated", "Moves repeated since a replica had not confirmed them", registry=REGISTRY
)
REPEATED = Gauge(
    "signoria_repeated_moves", "Moves made again on a master that took over without them", registry=REGISTRY
)
LOST = Gauge("signoria_lost_moves", "Acknowledged moves that a master went on without", registry=REGISTRY)
RESTARTS = Counter("signoria_restarts", "Background tasks that had to be started again", ["task"], registry=REGISTRY)
TASKS_UP = Gauge("signoria_task_up", "Whether a background task is at work", ["task"], registry=REGISTRY)
THOUGHT_SECONDS = Histogram("signoria_thought_seconds", "Answers of computer seats", ["level"], registry=REGISTRY)
PLAYOUTS = Counter("signoria_playouts", "Games that computer seats played on in thought", registry=REGISTRY)
THOUGHTS_CUT = Counter("signoria_thoughts_cut", "Thoughts that time cut short of their playouts", registry=REGISTRY)
LAST_BEAT = Gauge("signoria_last_beat_seconds", "When this process last wrote its heartbeat", registry=REGISTRY)


def last_beat() -> float:
    """When the workers of this process last showed that they live; 0: they have not begun."""
    return REGISTRY.get_sample_value("signoria_last_beat_seconds") or 0.0


def text() -> bytes:
    """The figures in Prometheus' text form."""
    return generate_latest(REGISTRY)
