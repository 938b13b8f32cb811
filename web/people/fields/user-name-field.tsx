import { useLanguage } from "#web/language/use-language.ts";
import { limits } from "#contract/catalog/codes.ts";
import type { ChangeEvent, ComponentProps } from "react";
import { TextField } from "#web/ui/forms/text-fields.tsx";

export function UserNameField({ onChange, ...field }: Omit<ComponentProps<typeof TextField>, "label">) {
  const { t } = useLanguage();
  const withoutSpaces = (event: ChangeEvent<HTMLInputElement>) => {
    const { value } = event.target;
    if (/\s/.test(value)) event.target.value = value.replace(/\s/g, "");
    return onChange?.(event);
  };
  return (
    <TextField
      {...field}
      label={t("Username")}
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={limits.userName}
      onChange={withoutSpaces}
    />
  );
}
