import { createAdmin } from "./first-admin.ts";
import { turnSigningKey } from "../sessions/signing-keys.ts";
import { resetTwoStep } from "../staff/two-step.ts";

export const operatorCommands = { createAdmin, resetTwoStep, turnSigningKey };
