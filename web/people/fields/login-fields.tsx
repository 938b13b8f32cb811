import type { ChangeEvent, ComponentProps } from "react";
import { useLanguage } from "#web/language/use-language.ts";
import { PasswordField, TextField } from "#web/ui/forms/text-fields.tsx";
import { messages } from "#contract/wire/messages.ts";
import { brokenRulesOf } from "#web/lib/broken-rules-of.ts";
import { useSiteConfiguration } from "#web/site/site-queries.ts";
import type { FieldProblem } from "#web/ui/form/form-state.ts";
import { Form } from "#web/ui/form/form.tsx";
import { useForm } from "#web/ui/form/use-form.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import { limits } from "#contract/catalog/codes.ts";

/** Asks for a new password. The server rates it, because the word lists are too large for a page. */
export function NewPasswordField(field: Omit<ComponentProps<typeof PasswordField>, "hint">) {
  const { t } = useLanguage();
  const minLength = useSiteConfiguration()?.passwordMinLength ?? 8;
  const hint = t("Use at least {least} characters. Three or four unrelated words work best.", { least: minLength });
  return <PasswordField {...field} autoComplete="new-password" hint={hint} />;
}

type CurrentPasswordFieldProps = ComponentProps<typeof PasswordField> & { userName: string };

/** Asks for the current password, next to a hidden username, which password managers look for. */
export function CurrentPasswordField({ userName, ...field }: CurrentPasswordFieldProps) {
  return (
    <>
      <input type="text" name="userName" autoComplete="username" value={userName} readOnly hidden />
      <PasswordField {...field} />
    </>
  );
}

export function CodeField(field: Omit<ComponentProps<typeof TextField>, "label">) {
  return (
    <TextField
      label="Code"
      autoComplete="one-time-code"
      inputMode="numeric"
      spellCheck={false}
      maxLength={limits.twoStepCode}
      width="xs"
      {...field}
    />
  );
}

export const emptyProof = { password: "", code: "" };

type ProofFieldsProps = {
  owner: { userName: string; hasTwoStep: boolean };
  form: { field: (name: keyof typeof emptyProof) => Omit<ComponentProps<typeof PasswordField>, "label"> };
  label?: string;
};

/** Asks for the current password and, where two-step verification is on, a code. */
export function ProofFields({ owner: { userName, hasTwoStep }, form, label = "Your password" }: ProofFieldsProps) {
  return (
    <>
      <CurrentPasswordField {...form.field("password")} label={label} userName={userName} />
      {hasTwoStep && (
        <CodeField
          {...form.field("code")}
          inputMode="text"
          width="l"
          hint="Enter a code from your app, or a recovery code."
        />
      )}
    </>
  );
}

/** Checks a new password by the contract's rules, and then its second entry. */
export async function newPasswordProblems(
  loadRules: Parameters<typeof brokenRulesOf>[0],
  values: { newPassword: string; verifyPassword: string },
  missing: string,
): Promise<FieldProblem[]> {
  const problems = await brokenRulesOf(loadRules, values);
  const field = "verifyPassword";
  if (values.verifyPassword === "") return [...problems, { field, message: missing }];
  if (values.newPassword === values.verifyPassword) return problems;
  return [...problems, { field, message: messages.field.passwordsMustMatch }];
}

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

const initial = { ...emptyProof, newPassword: "", verifyPassword: "" };

type ChangePasswordFormProps = {
  owner: ProofFieldsProps["owner"];
  change: (passwords: { password: string; code?: string; newPassword: string }) => Promise<unknown>;
  onChanged: () => void;
};

export function ChangePasswordForm({ owner, change, onChanged }: ChangePasswordFormProps) {
  const { t } = useLanguage();
  const form = useForm({
    stored: { values: initial },
    check: (values) =>
      newPasswordProblems(
        async () => (await import("#contract/people/accounts.ts")).changePassword.rules,
        values,
        messages.field.verifyNewPassword,
      ),
    save: async ({ password, code, newPassword }) => {
      await change({ password, newPassword, ...(owner.hasTwoStep && { code }) });
      toast(messages.done.passwordChanged);
      return { next: onChanged };
    },
  });
  return (
    <Form form={form} send={t("Change password")}>
      <ProofFields owner={owner} form={form} label={t("Current password")} />
      <NewPasswordField {...form.field("newPassword")} label={t("New password")} />
      <PasswordField {...form.field("verifyPassword")} label={t("Verify new password")} autoComplete="new-password" />
    </Form>
  );
}
