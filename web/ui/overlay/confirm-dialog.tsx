import { useLanguage } from "#web/language/use-language.ts";
import type { ReactNode } from "react";
import { Button } from "#web/ui/actions/button.tsx";
import { Dialog } from "./dialog.tsx";

/** A question; `explanation` may state the consequence. */
export type ConfirmQuestion = {
  question: string;
  explanation?: ReactNode;
  confirmLabel?: string;
  cancelLabel?: string;
  /** For irreversible actions, which have a red button. */
  danger?: boolean;
};

export type ConfirmDialogProps = ConfirmQuestion & {
  open: boolean;
  busy?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
};

/** A confirmation; the dialog itself has the focus, so that the question is read and Enter is harmless. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, question, explanation, danger = false, busy = false, onConfirm, onCancel } = props;
  const { t } = useLanguage();
  return (
    <Dialog
      open={open}
      onClose={onCancel}
      title={question}
      role="alertdialog"
      actions={
        <>
          <Button onClick={onCancel}>{props.cancelLabel ?? t("Cancel")}</Button>
          <Button look={danger ? "danger" : "primary"} busy={busy} onClick={onConfirm}>
            {props.confirmLabel ?? t("Yes")}
          </Button>
        </>
      }
    >
      {explanation}
    </Dialog>
  );
}
