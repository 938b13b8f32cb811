import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { limits } from "#contract/codes.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { call } from "#web/lib/call.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { toast } from "#web/ui/feedback/toast.ts";
import { Form } from "#web/ui/form/form.tsx";
import { refusalOf, useForm } from "#web/ui/form/use-form.ts";
import { TextAreaField } from "#web/ui/forms/text-area-field.tsx";
import { TriangleAlert } from "#web/ui/icons.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { reportProblems, type ReportValues } from "./say-values.ts";

/** A borrower's button that tells staff what is missing or damaged. */
export function ReportProblem({ orderId }: { orderId: number }) {
  const { t } = useLanguage();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button icon={<TriangleAlert size={18} />} onClick={() => setAsking(true)}>
        {t("Something is missing or damaged")}
      </Button>
      {asking && <AskWhat orderId={orderId} onClose={() => setAsking(false)} />}
    </>
  );
}

function AskWhat({ orderId, onClose }: { orderId: number; onClose: () => void }) {
  const { t } = useLanguage();
  const client = useQueryClient();
  const field = useRef<HTMLTextAreaElement>(null);
  const values: ReportValues = { words: "" };
  const form = useForm({
    names: ["words"],
    stored: { values },
    check: reportProblems,
    objection: (error) => refusalOf(error),
    save: async ({ words }) => {
      await call("POST Order/ReportProblem/{orderId}", { params: { orderId }, body: { words } });
      await client.invalidateQueries({ queryKey: ["orders"] });
      toast(t("Thank you. The library will read it."));
      onClose();
      return {};
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("What is missing or damaged?")}
      initialFocus={field}
      actions={
        <>
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <Button {...form.button} look="primary" form="report-problem">
            {t("Tell the library")}
          </Button>
        </>
      }
    >
      <Form form={form} id="report-problem">
        <TextAreaField
          {...form.field("words")}
          ref={field}
          label={t("What happened")}
          required
          rows={4}
          width="full"
          maxLength={limits.report}
          hint={t("Name the title, and what is missing or damaged.")}
        />
      </Form>
    </Dialog>
  );
}
