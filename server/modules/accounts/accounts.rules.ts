import type { FieldError } from "#contract/wire/endpoint.ts";
import { ownMessages } from "#contract/messages.ts";

/** The only rule for a new password: its minimum length, a setting. Counted in characters, not in bytes. */
export function passwordErrors(field: string, password: string, least: number): FieldError[] {
  if (Array.from(password).length >= least) return [];
  const reason = { kind: "password-too-short", least } as const;
  return [{ field, message: ownMessages.passwordTooShort(least), reason }];
}
