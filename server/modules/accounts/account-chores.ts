import { answerResetRequests } from "./reset/answer-reset-requests.ts";
import { sweepSessions } from "./sessions/sweep-sessions.ts";

/** What accounts want done by the process: every second or so, and now and then. */
export const accountChores = { answerResetRequests, sweep: sweepSessions };
