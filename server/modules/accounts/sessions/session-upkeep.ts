import { turnOldKey } from "../keys/turn-signing-key.ts";
import { cleanUpSessions } from "./session.queries.ts";

/** What the library does for its sessions away from a request. */
export const sessionUpkeep = { cleanUp: cleanUpSessions, turnOldKey };
