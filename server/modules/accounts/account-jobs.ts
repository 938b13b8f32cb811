import { answerResetRequest } from "./reset/answer-reset-request.ts";
import { cleanUpSessions } from "./sessions/clean-up-sessions.ts";

/** What accounts have done in the background. */
export const accountJobs = { answerResetRequest, cleanUpSessions };
