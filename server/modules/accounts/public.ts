export { borrowerById } from "./borrower-by-id.ts";
export { createAdmin, ensureFirstAdmin } from "./first-admin.ts";
export { createSessionReader } from "./sessions/read-session.ts";
export { sweepSessions } from "./sessions/sweep-sessions.ts";
