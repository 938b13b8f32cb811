import { createAdmin } from "./first-admin.ts";
import { turnSigningKey } from "../sessions/signing-keys.ts";
import { resetSecondStep } from "../staff/second-step.ts";

export const operatorCommands = { createAdmin, resetSecondStep, turnSigningKey };
