"""The HTTP server: connections, requests, responses, headers, and the routing of each request."""
