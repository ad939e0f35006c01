"""Games that only tests play: small made-up ones and recorded ones, for the server of the sandbox."""
