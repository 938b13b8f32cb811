export { accountJobs } from "./account-jobs.ts";
export { borrowerById } from "./borrower-by-id.ts";
export { createAdmin, ensureFirstAdmin } from "./first-admin.ts";
export { createSessionReader } from "./sessions/read-session.ts";
