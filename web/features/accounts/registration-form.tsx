import { registrationRules } from "#contract/accounts.ts";
import { messages } from "#contract/messages.ts";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { call } from "#web/lib/call.ts";
import { rulesResolver } from "#web/lib/rules-resolver.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { ErrorSummary } from "#web/ui/forms/error-summary.tsx";
import { PasswordField } from "#web/ui/forms/password-field.tsx";
import { forgetDraft, keepDraft, keptDraft } from "./form-draft.ts";
import { problemsInOrder, refusedFields } from "./form-problems.ts";
import styles from "./form.module.css";
import { NewPasswordHint } from "./new-password-hint.tsx";
import { emptyPerson, PersonalFields, personalNames } from "./personal-fields.tsx";
import { UserNameField } from "./user-name-field.tsx";

const draft = "registration";
const kept = ["user.userName", ...personalNames] as const;
const names = ["user.userName", "user.password", "user.confirmPassword", ...personalNames] as const;
type Name = (typeof names)[number];
const empty = { ...emptyPerson, user: { userName: "", password: "", confirmPassword: "" } };

type RegistrationFormProps = { passwordMinLength: number; onRegistered: () => void };

/** "Create an account". What was typed, passwords excepted, survives a reload. */
export function RegistrationForm({ passwordMinLength, onRegistered }: RegistrationFormProps) {
  const form = useForm({ defaultValues: empty, resolver: rulesResolver(registrationRules), shouldFocusError: false });
  const [refusals, setRefusals] = useState(0);
  useDraft(form);
  const register = useMutation({
    mutationFn: async (body: typeof empty) => call("POST Account/RegisterBorrower", { body }),
    meta: { done: messages.done.registered },
    onSuccess: () => {
      forgetDraft(draft);
      onRegistered();
    },
    onError: (error) => {
      for (const { name, message } of refusedFields(error, names)) form.setError(name, { message });
      setRefusals((count) => count + 1);
    },
  });
  const errorOf = (name: Name) => form.getFieldState(name, form.formState).error?.message;
  const wire = (name: Name) => ({ ...form.register(name), error: errorOf(name) });
  const [userName, password] = form.watch(["user.userName", "user.password"]);
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void form.handleSubmit((values) => register.mutate(values))(event)}>
      <ErrorSummary
        title={messages.field.correctInvalid}
        problems={problemsInOrder(names, errorOf)}
        attempt={form.formState.submitCount + refusals}
      />
      <section className={styles.group} aria-labelledby="login-details">
        <h2 id="login-details">Login details</h2>
        <UserNameField {...wire("user.userName")} hint="Letters, numbers and @ . - _, at most 20." />
        <PasswordField
          {...wire("user.password")}
          label="Password"
          autoComplete="new-password"
          hint={<NewPasswordHint password={password} least={passwordMinLength} about={[userName]} />}
        />
        <PasswordField {...wire("user.confirmPassword")} label="Verify password" autoComplete="new-password" />
      </section>
      <section className={styles.group} aria-labelledby="about-you">
        <h2 id="about-you">You and your school</h2>
        <PersonalFields wire={wire} />
      </section>
      <div className={styles.actions}>
        <Button type="submit" look="primary" busy={register.isPending}>
          Register
        </Button>
      </div>
    </form>
  );
}

type Form = ReturnType<typeof useForm<typeof empty>>;

/** Brings a kept draft back once, then keeps what is typed. */
function useDraft(form: Pick<Form, "setValue" | "subscribe" | "getValues">): void {
  const { setValue, subscribe, getValues } = form;
  useEffect(() => {
    const before = keptDraft(draft);
    for (const name of kept) if (before?.[name]) setValue(name, before[name]);
    return subscribe({
      formState: { values: true },
      callback: () => keepDraft(draft, Object.fromEntries(kept.map((name) => [name, getValues(name)]))),
    });
  }, [setValue, subscribe, getValues]);
}
