"""Other devices of a club: an MQTT broker, the referee's panel."""
