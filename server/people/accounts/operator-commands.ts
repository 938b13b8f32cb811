import { createAdmin } from "./first-admin.ts";
import { replaceSigningKey } from "../sessions/signing-keys.ts";
import { resetTwoStep } from "../staff/two-step.ts";

export const operatorCommands = { createAdmin, resetTwoStep, replaceSigningKey };
