import { type ChangeEvent, type ComponentProps, useEffect, useRef } from "react";
import { Rich } from "#web/language/rich.tsx";
import { useLanguage } from "#web/language/use-language.ts";
import { announce } from "#web/ui/accessibility.tsx";
import { PasswordField, TextField } from "#web/ui/forms/text-fields.tsx";
import { messages } from "#contract/wire/messages.ts";
import { brokenRulesOf } from "#web/lib/broken-rules-of.ts";
import { useSiteConfiguration } from "#web/site/site-queries.ts";
import type { FieldProblem } from "#web/ui/form/form-state.ts";
import { Form } from "#web/ui/form/form.tsx";
import { useForm } from "#web/ui/form/use-form.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import { limits } from "#contract/catalog/codes.ts";
import type { PlainSentence } from "#web/language/language.ts";

const words: Record<Strength, PlainSentence> = {
  "too short": "Too short.",
  weak: "Weak. It’s easy to guess; try a few words in a row.",
  fair: "Fair. Longer is better.",
  good: "Good.",
};

/** How long to wait after a key before announcing, because each key interrupts a screen reader. */
const pauseMs = 700;

type NewPasswordFieldProps = Omit<ComponentProps<typeof PasswordField>, "about" | "hint" | "value"> & {
  name: string;
  value: string;
  /** Names of this person, which are easy to guess. */
  about?: readonly string[];
};

/** Asks for a new password, and rates its strength. */
export function NewPasswordField({ about = [], ...field }: NewPasswordFieldProps) {
  const { t, fill } = useLanguage();
  const minLength = useSiteConfiguration()?.passwordMinLength ?? 8;
  const { name, value: password } = field;
  const rating = password && t(words[passwordStrength(password, minLength, about)]);
  const announcedRating = useRef("");
  useEffect(() => {
    const timer = setTimeout(() => {
      if (rating && rating !== announcedRating.current) {
        announce(fill("Strength: <strong>{words}</strong>", { words: rating }).replaceAll(/<\/?strong>/g, ""));
      }
      announcedRating.current = rating;
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [password, rating, fill]);
  const hint = (
    <>
      <span id={`${name}-rule`}>{t("Use at least {least} characters.", { least: minLength })}</span>{" "}
      <span style={{ display: "block", minHeight: "1.5em" }}>
        {password === "" ? (
          t("A few words you can remember work best.")
        ) : (
          <Rich
            sentence="Strength: <strong>{words}</strong>"
            values={{ words: rating }}
            parts={{ strong: (words) => <strong>{words}</strong> }}
          />
        )}
      </span>
    </>
  );
  // the description leaves out the strength, or a screen reader would read it after every key
  return <PasswordField {...field} autoComplete="new-password" hint={hint} describedBy={`${name}-rule`} />;
}

type Strength = "too short" | "weak" | "fair" | "good";

const common = /^(password|passw0rd|letmein|welcome|qwerty|abc123|iloveyou|admin|school|teacher|library)/i;

/** Rates a password by its length, then by repetition and commonness. */
export function passwordStrength(password: string, minLength: number, names: readonly string[] = []): Strength {
  const length = Array.from(password).length;
  if (length < minLength) return "too short";
  const lower = password.toLowerCase();
  const hasName = names.some((name) => name.length > 2 && lower.includes(name.toLowerCase()));
  const distinct = new Set(lower).size;
  if (common.test(password) || hasName || distinct < 5 || /^\d+$/.test(password)) return "weak";
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/].filter((kind) => kind.test(password)).length;
  return length >= 14 || (length >= 11 && kinds >= 3) ? "good" : "fair";
}

type CurrentPasswordFieldProps = Omit<ComponentProps<typeof PasswordField>, "label"> & { userName: string };

/** Asks for the current password, next to a hidden username, which password managers look for. */
export function CurrentPasswordField({ userName, ...field }: CurrentPasswordFieldProps) {
  const { t } = useLanguage();
  return (
    <>
      <input type="text" name="userName" autoComplete="username" value={userName} readOnly hidden />
      <PasswordField {...field} label={t("Current password")} />
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

const initial = { password: "", newPassword: "", verifyPassword: "" };

type ChangePasswordFormProps = {
  userName: string;
  change: (passwords: { password: string; newPassword: string }) => Promise<unknown>;
  onChanged: () => void;
};

export function ChangePasswordForm({ userName, change, onChanged }: ChangePasswordFormProps) {
  const { t } = useLanguage();
  const form = useForm({
    stored: { values: initial },
    check: (values) =>
      newPasswordProblems(
        async () => (await import("#contract/people/accounts.ts")).changePassword.rules,
        values,
        messages.field.verifyNewPassword,
      ),
    save: async ({ password, newPassword }) => {
      await change({ password, newPassword });
      toast(messages.done.passwordChanged);
      return { next: onChanged };
    },
  });
  return (
    <Form form={form} send={t("Change password")}>
      <CurrentPasswordField {...form.field("password")} userName={userName} />
      <NewPasswordField {...form.field("newPassword")} label={t("New password")} about={[userName]} />
      <PasswordField {...form.field("verifyPassword")} label={t("Verify new password")} autoComplete="new-password" />
    </Form>
  );
}
