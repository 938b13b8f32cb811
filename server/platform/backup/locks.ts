/** What others wait for, as keys of PostgreSQL's advisory locks; each is taken for a transaction. */
export const advisoryLocks = {
  /** Migrating or restoring. */
  schema: 716253413,
  /** A backup holds it shared while it reads stored files; what removes such files takes it alone, or does it later. */
  storedFiles: 716253415,
} as const;
