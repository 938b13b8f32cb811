import { createAdmin } from "./first-admin.ts";
import { turnSigningKey } from "./keys/turn-signing-key.ts";
import { resetSecondStep } from "./staff/second-step.ts";

export const operatorCommands = { createAdmin, resetSecondStep, turnSigningKey };
