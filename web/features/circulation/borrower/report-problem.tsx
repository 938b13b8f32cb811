import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { mostPhotosOfReport } from "#contract/borrowers/way-back.ts";
import { limits } from "#contract/codes.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { call } from "#web/lib/call.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { toast } from "#web/ui/feedback/toast.ts";
import { FormDialog } from "#web/ui/form/form-dialog.tsx";
import { useDraft } from "#web/ui/form/use-draft.ts";
import { refusalOf, useForm } from "#web/ui/form/use-form.ts";
import { useUploads } from "#web/ui/form/use-uploads.ts";
import { TextAreaField } from "#web/ui/forms/text-area-field.tsx";
import { TriangleAlert } from "#web/ui/icons.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import { OwnPhotos } from "./own-photos.tsx";
import { changedPhotos, reportBody, reportDrafts, reportProblems, type ReportValues } from "./say-values.ts";

/** A borrower's button that tells staff what is missing or damaged. */
export function ReportProblem({ orderId }: { orderId: number }) {
  const { t } = useLanguage();
  const draft = `report ${orderId}`;
  const [asking, setAsking] = useState(() => reportDrafts.find(draft) !== undefined);
  const close = () => {
    reportDrafts.forget(draft);
    setAsking(false);
  };
  return (
    <>
      <Button icon={<TriangleAlert size={18} />} onClick={() => setAsking(true)}>
        {t("Something is missing or damaged")}
      </Button>
      {asking && <AskWhat orderId={orderId} draft={draft} onClose={close} />}
    </>
  );
}

function AskWhat({ orderId, draft, onClose }: { orderId: number; draft: string; onClose: () => void }) {
  const { t } = useLanguage();
  const client = useQueryClient();
  const field = useRef<HTMLTextAreaElement>(null);
  const uploads = useUploads();
  const values: ReportValues = { words: "", photoIds: "" };
  const form = useForm({
    names: ["words", "photoIds"],
    stored: { values },
    check: reportProblems,
    uploads,
    objection: (error) => refusalOf(error),
    save: async (typed) => {
      await call("POST Order/ReportProblem/{orderId}", { params: { orderId }, body: reportBody(typed) });
      await client.invalidateQueries({ queryKey: ["orders"] });
      toast(t("Thank you. The library will read it."));
      onClose();
      return {};
    },
  });
  useDraft(form, reportDrafts, draft);
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={t("What is missing or damaged?")}
      send={t("Tell the library")}
      initialFocus={field}
    >
      <Stack>
        <TextAreaField
          {...form.field("words")}
          ref={field}
          label={t("What happened")}
          rows={4}
          width="full"
          maxLength={limits.report}
          hint={t("Name the title, and what is missing or damaged.")}
        />
        <OwnPhotos
          orderId={orderId}
          name="photoIds"
          label={t("Photos")}
          hint={t("Up to {n}. Only you and the library’s staff can see them.", { n: mostPhotosOfReport })}
          most={mostPhotosOfReport}
          value={form.values.photoIds}
          error={form.errorOf("photoIds")}
          onChange={(change) => form.change(({ photoIds }) => ({ photoIds: changedPhotos(photoIds, change) }))}
          onUploading={uploads.waitFor("photoIds")}
        />
      </Stack>
    </FormDialog>
  );
}
