export { findBorrowers } from "./accounts.queries.ts";
export { ensureFirstAdmin } from "./first-admin.ts";
export { answerResetRequest } from "./reset.ts";
export { newMailboxLink } from "./mailbox.ts";
export { operatorCommands } from "./operator-commands.ts";
export { cleanUpSessions } from "../sessions/session.queries.ts";
export { createSessionReader } from "../sessions/sessions.ts";
