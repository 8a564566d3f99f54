"""The ledger and all else that is kept on flash."""
