"""Every file that comes in or goes out: players, plans, scores, results, logs of servers, games for Pantheon."""
