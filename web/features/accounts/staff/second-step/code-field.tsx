import { limits } from "#contract/codes.ts";
import type { ComponentProps } from "react";
import { TextField } from "#web/ui/forms/text-field.tsx";

/** A code of an authenticator app. */
export function CodeField(field: Omit<ComponentProps<typeof TextField>, "label">) {
  return (
    <TextField
      label="Code"
      autoComplete="one-time-code"
      inputMode="numeric"
      spellCheck={false}
      maxLength={limits.secondStepCode}
      width="xs"
      {...field}
    />
  );
}
