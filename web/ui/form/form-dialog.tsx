import { type ComponentProps, type ReactNode, type RefObject, useId } from "react";
import { useLanguage } from "#web/language/use-language.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { Form } from "./form.tsx";
import styles from "./form-dialog.module.css";
import { LiveRegion } from "#web/ui/accessibility.tsx";

type FormDialogProps = {
  /** From `useForm`, with `objection: refusalOf`, because a toast would be behind the dialog. Its `save` calls `onClose`. */
  form: ComponentProps<typeof Form>["form"] & { isDirty: boolean };
  title: string;
  /** Called on Escape, Close, Cancel, or a press outside while nothing is typed. */
  onClose: () => void;
  send: string;
  look?: "primary" | "danger";
  leave?: string;
  width?: "normal" | "wide";
  /** False while there is nothing to send. */
  canSend?: boolean;
  /** Shown above the form and outside it, such as a search that fills it in. */
  before?: ReactNode;
  initialFocus?: RefObject<HTMLElement | null>;
  children: ReactNode;
};

/** Shows a form in a dialog. Mount it when it opens, so that it starts over each time. */
export function FormDialog(props: FormDialogProps) {
  const { form, title, onClose, send, look = "primary", leave, width = "normal", canSend = true } = props;
  const { before, initialFocus, children } = props;
  const { t } = useLanguage();
  const id = useId();
  return (
    <Dialog
      open
      keepOnOutsideClick={form.isDirty}
      onClose={onClose}
      title={title}
      width={width}
      initialFocus={initialFocus ?? "title"}
      actions={
        <>
          <Button onClick={onClose}>{leave ?? t("Cancel")}</Button>
          <Button {...form.button} disabled={form.button.disabled || !canSend} look={look} form={id}>
            {send}
          </Button>
        </>
      }
    >
      {before}
      <Form form={form} id={id} className={styles.form}>
        {children}
      </Form>
      <LiveRegion />
    </Dialog>
  );
}
