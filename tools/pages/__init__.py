"""The pages as a browser shows them: what is wrong with each, and the pictures in the documents."""
