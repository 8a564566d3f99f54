"""Games that count one by one: evenings, seasons, their rankings and ratings."""
