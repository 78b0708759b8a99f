"""The web app: pages to read, tables to play at over a socket, and the same things for programs."""
