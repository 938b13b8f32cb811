import { createAdmin } from "./first-admin.ts";
import { resetSecondStep } from "./staff/second-step/set-second-step.ts";

/** What the operator does on the command line. */
export const operatorCommands = { createAdmin, resetSecondStep };
