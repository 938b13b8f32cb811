import { useRef } from "react";
import { maxPhotosOfReport, reportRules } from "#contract/orders/way-back.ts";
import { limits } from "#contract/catalog/codes.ts";
import { PhotoPicture, pictureTypes } from "#web/orders/photos.tsx";
import { useLanguage } from "#web/language/use-language.ts";
import { brokenRules } from "#web/lib/broken-rules.ts";
import { call, refusalOf } from "#web/lib/call.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { FormDialog } from "#web/ui/form/form-dialog.tsx";
import { draftStore, useDraft } from "#web/ui/form/use-draft.ts";
import { type FormHandle, useForm } from "#web/ui/form/use-form.ts";
import { ImagePlus, Trash, TriangleAlert } from "#web/ui/icons.tsx";
import styles from "./report-problem.module.css";
import { Stack } from "#web/ui/layout.tsx";
import { announce, VisuallyHidden } from "#web/ui/accessibility.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { DialogButton, useRefresh } from "#web/ui/actions/action-button.tsx";
import { FileGroup, useUpload } from "#web/ui/forms/file-fields.tsx";
import { ProgressBar } from "#web/ui/progress.tsx";
import { useUploads } from "#web/ui/form/editing.ts";
import { TextAreaField } from "#web/ui/forms/text-fields.tsx";
import { pictureObjection, useSentFile } from "#web/lib/files.ts";

/** Photo ids are text, so that a draft can store them. */
type Values = { words: string; photoIds: string };
const photoIdsOf = (text: string) => text.split(",").flatMap((id) => (/^\d+$/.test(id) ? Number(id) : []));

/** Keeps a draft, so that the dialog reopens after a reload or an ended session. */
const drafts = draftStore(["words", "photoIds"]);

export function ReportProblem({ orderId }: { orderId: number }) {
  const { t } = useLanguage();
  const draft = `report ${orderId}`;
  return (
    <DialogButton
      icon={<TriangleAlert size={18} />}
      startsOpen={() => drafts.find(draft) !== undefined}
      dialog={(close) => <ReportDialog orderId={orderId} draft={draft} onClose={close} />}
    >
      {t("Something is missing or damaged")}
    </DialogButton>
  );
}

function ReportDialog({ orderId, draft, onClose }: { orderId: number; draft: string; onClose: () => void }) {
  const { t } = useLanguage();
  const refresh = useRefresh();
  const field = useRef<HTMLTextAreaElement>(null);
  const uploads = useUploads();
  const close = () => {
    drafts.forget(draft);
    onClose();
  };
  const form = useForm<Values>({
    stored: { values: { words: "", photoIds: "" } },
    check: ({ words }) => brokenRules(reportRules, { words: words.trim() }),
    uploads,
    objection: refusalOf,
    save: async ({ words, photoIds }) => {
      const body = { words, photoIds: photoIdsOf(photoIds) };
      await call("POST Order/ReportProblem/{orderId}", { params: { orderId }, body });
      await refresh();
      toast(t("Thank you. We’ll look into it."));
      close();
    },
  });
  useDraft(form, drafts, draft);
  return (
    <FormDialog
      form={form}
      onClose={close}
      title={t("What’s missing or damaged?")}
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
          hint={t("Tell us which title it is and what’s missing or damaged.")}
        />
        <Photos orderId={orderId} form={form} onUploading={uploads.waitFor("photoIds")} />
      </Stack>
    </FormDialog>
  );
}

type PhotosProps = {
  orderId: number;
  form: FormHandle<Values>;
  onUploading: (running: Promise<boolean>) => void;
};

function Photos({ orderId, form, onUploading }: PhotosProps) {
  const { t } = useLanguage();
  const name = "photoIds";
  const photoIds = photoIdsOf(form.values.photoIds);
  const change = (update: (ids: readonly number[]) => readonly number[]) =>
    form.change((values) => ({ photoIds: update(photoIdsOf(values.photoIds)).join(",") }));
  const send = useSentFile<number>(async (upload, options) => {
    const { data } = await call("POST Order/AddPhoto/{orderId}", { params: { orderId }, upload }, options);
    return data.photoId;
  });
  const limitMessage = t("You can’t add any more photos. Remove one to add another.");
  const upload = useUpload<number>(name, {
    upload: send,
    objection: (file) => (photoIds.length >= maxPhotosOfReport ? limitMessage : pictureObjection(file)),
    onUploading,
    onChange: (newId) => {
      if (newId === null) return;
      change((ids) => [...ids, newId]);
      announce(t("Photo added."));
    },
  });
  const remove = (photoId: number) => {
    // ignores failures, because the server deletes the photo within a day
    call("POST Order/RemovePhoto/{photoId}", { params: { photoId } }).catch(() => undefined);
    change((ids) => ids.filter((other) => other !== photoId));
    document.getElementById(name)?.focus();
    announce(t("Photo removed."));
  };
  const percent = Math.floor((upload.sending?.part ?? 0) * 100);
  return (
    <FileGroup
      id={name}
      label={t("Photos")}
      hint={t("You can add up to {n}. Only you and the library’s staff can see them.", { n: maxPhotosOfReport })}
      accept={pictureTypes}
      optional
      error={upload.refusal?.reason ?? form.errorOf(name)}
      isAnnounced
      onFile={upload.send}
    >
      {(over, picker) => (
        <div className={styles.zone} data-over={over || undefined}>
          {photoIds.length > 0 && (
            <ul className={styles.photos}>
              {photoIds.map((photoId, index) => (
                <li key={photoId} className={styles.photo}>
                  <PhotoPicture photoId={photoId} size="small" words={t("Photo {n}", { n: index + 1 })} />
                  <Button size="small" look="quiet" icon={<Trash size={16} />} onClick={() => remove(photoId)}>
                    {t("Remove")}
                    <VisuallyHidden> {t("Photo {n}", { n: index + 1 })}</VisuallyHidden>
                  </Button>
                </li>
              ))}
            </ul>
          )}
          {upload.sending && (
            <ProgressBar
              label={t("Uploading your photo")}
              part={upload.sending.part}
              words={percent < 100 ? t("{percent}% uploaded", { percent }) : t("Almost done…")}
            />
          )}
          <div className={styles.actions}>
            {picker(
              <>
                <ImagePlus size={18} /> {photoIds.length === 0 ? t("Add a photo") : t("Add another photo")}
              </>,
              { size: "small" },
            )}
            {upload.sending && (
              <Button size="small" look="quiet" onClick={upload.cancel}>
                {t("Stop")}
              </Button>
            )}
          </div>
        </div>
      )}
    </FileGroup>
  );
}
