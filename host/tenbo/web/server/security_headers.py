"""Security headers that are added to every response."""

from __future__ import annotations

# A page cannot say this of itself: it is a header, or nothing.
ONLY_AS_HEADER = "; frame-ancestors 'none'"
# Pages load nothing from other origins, run no inline scripts, and cannot be framed.
CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'" + ONLY_AS_HEADER
)
# The interpreter of a table in a browser is compiled there, from a file of ours. Evaluating texts stays forbidden. A
# worker has a policy of its own.
COMPILING = ("/tablet", "/tablet/static/tablet/worker.js")
COMPILING_CSP = CSP.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")
SECURITY_HEADERS = (
    (b"content-security-policy", CSP.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)


def security_headers(path: str) -> tuple[tuple[bytes, bytes], ...]:
    """Return the headers of the response at a path."""
    if path not in COMPILING:
        return SECURITY_HEADERS
    return ((b"content-security-policy", COMPILING_CSP.encode()), *SECURITY_HEADERS[1:])
