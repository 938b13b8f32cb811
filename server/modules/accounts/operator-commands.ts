import { createAdmin } from "./first-admin.ts";
import { turnSigningKey } from "./keys/signing-keys.ts";
import { resetSecondStep } from "./staff/second-step.ts";

export const operatorCommands = { createAdmin, resetSecondStep, turnSigningKey };
