import { useState } from "react";
import { useLanguage } from "#web/language/use-language.ts";
import { call } from "#web/lib/call.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { toast } from "#web/ui/feedback/toast.ts";
import { FormDialog } from "#web/ui/form/form-dialog.tsx";
import { refusalOf, useForm } from "#web/ui/form/use-form.ts";
import { TextField } from "#web/ui/forms/text-field.tsx";
import { askBody, askProblems } from "./take-over-values.ts";

/** Asks a colleague who leaves for what they have out: the colleague agrees by the link of an email. */
export function AskForLoans() {
  const { t } = useLanguage();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button size="small" onClick={() => setAsking(true)}>
        {t("Take over a colleague’s loans")}
      </Button>
      {asking && <AskWhom onClose={() => setAsking(false)} />}
    </>
  );
}

function AskWhom({ onClose }: { onClose: () => void }) {
  const { t } = useLanguage();
  const form = useForm({
    names: ["emailAddress"],
    stored: { values: { emailAddress: "" } },
    check: askProblems,
    objection: refusalOf,
    save: async (typed) => {
      await call("POST Borrowers/AskForLoans", { body: askBody(typed) });
      toast(
        t("If they’re of your school and have something out, we’ve emailed them. You’ll hear from us once they agree."),
      );
      onClose();
      return {};
    },
  });
  return (
    <FormDialog form={form} onClose={onClose} title={t("Take over a colleague’s loans")} send={t("Ask them")}>
      <p>
        {t(
          "Is a colleague leaving your school? We ask them by email if you may have what they borrowed. If they agree, you send it back.",
        )}
      </p>
      <TextField
        {...form.field("emailAddress")}
        label={t("Their email address")}
        type="email"
        autoComplete="off"
        hint={t("They will see your name, school, and email address.")}
      />
    </FormDialog>
  );
}
