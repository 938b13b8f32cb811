import { useLanguage } from "#web/language/use-language.ts";
import { X } from "#web/ui/first-icons.tsx";
import { type ReactNode, type RefObject, type SyntheticEvent, useEffect, useId, useRef } from "react";
import { Button, IconButton } from "#web/ui/actions/button.tsx";
import { cx } from "#web/ui/cx.ts";
import styles from "./dialog.module.css";

type DialogProps = {
  open: boolean;
  /** Called on Escape, the close button, or a press outside. Set `open` to false. */
  onClose: () => void;
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
  width?: "normal" | "wide";
  role?: "alertdialog" | undefined;
  /**
   * The initial focus; by default the dialog itself, so that all of it is read, as a question should be. Use the title or a
   * field for dialogs with fields or much to read.
   */
  initialFocus?: RefObject<HTMLElement | null> | "title";
  /** Keeps the dialog open on a press outside, such as when something is typed in it. */
  keepOnOutsideClick?: boolean;
};

/** Shows a native modal dialog, which traps the focus and restores it. */
export function Dialog({ open, ...rest }: DialogProps) {
  return open ? <OpenDialog {...rest} /> : null;
}

/** Makes the content focusable, with a name, while it scrolls, because not every browser does. */
function focusableWhileScrolling(body: HTMLElement, titleId: string): ResizeObserver {
  const attributes = { tabindex: "0", role: "region", "aria-labelledby": titleId };
  const update = () => {
    const scrolls = body.scrollHeight > body.clientHeight;
    for (const [name, value] of Object.entries(attributes)) {
      if (scrolls) body.setAttribute(name, value);
      else body.removeAttribute(name);
    }
  };
  update();
  const observer = new ResizeObserver(update); // the content may load later
  observer.observe(body);
  return observer;
}

function OpenDialog(props: Omit<DialogProps, "open">) {
  const { onClose, title, children, actions, width, role, initialFocus, keepOnOutsideClick } = props;
  const box = useRef<HTMLDialogElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const head = useRef<HTMLHeadingElement>(null);
  const { t } = useLanguage();
  const titleId = useId();
  const bodyId = useId();

  useEffect(() => {
    const dialog = box.current;
    const opener = document.activeElement;
    dialog?.showModal();
    const observer = content.current && focusableWhileScrolling(content.current, titleId);
    const field = initialFocus === "title" ? undefined : initialFocus;
    (initialFocus ? head.current : dialog)?.focus();
    // later, because Orca does not read a field that gets the focus while it still handles the opening of the dialog
    const focusField = () => document.activeElement === head.current && field?.current?.focus();
    const timer = setTimeout(focusField, 250);
    const type = ({ key }: KeyboardEvent) => key.length === 1 && focusField(); // immediate typing is meant for the field
    dialog?.addEventListener("keydown", type);
    return () => {
      clearTimeout(timer);
      dialog?.removeEventListener("keydown", type);
      observer?.disconnect();
      dialog?.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, [initialFocus, titleId]);

  useEffect(() => {
    const dialog = box.current;
    const press = (event: MouseEvent) => event.target === dialog && !keepOnOutsideClick && onClose();
    document.addEventListener("click", press); // on the dialog, it would make all of it “clickable” for screen readers
    return () => document.removeEventListener("click", press);
  }, [onClose, keepOnOutsideClick]);

  const cancel = (event: SyntheticEvent) => {
    if (event.target !== box.current) return; // from a file picker inside
    event.preventDefault();
    onClose();
  };
  return (
    <dialog
      ref={box}
      tabIndex={-1}
      role={role}
      aria-labelledby={titleId}
      aria-describedby={role && bodyId}
      className={cx(styles.dialog, width === "wide" && styles.wide)}
      onCancel={cancel}
    >
      <div className={styles.head}>
        <h2 ref={head} id={titleId} tabIndex={-1} className={styles.title}>
          <span>{title}</span>
        </h2>
        <IconButton label={t("Close")} icon={<X size={22} />} onClick={onClose} />
      </div>
      <div ref={content} id={bodyId} className={styles.body}>
        {children}
      </div>
      {actions && <div className={styles.foot}>{actions}</div>}
    </dialog>
  );
}

/** A question; `explanation` may state the consequence. */
export type ConfirmQuestion = {
  question: string;
  explanation?: ReactNode;
  confirmLabel?: string;
  cancelLabel?: string;
  /** A better way to do it, which becomes the primary button. */
  alternative?: { label: string; choose: () => void } | undefined;
  /** For irreversible actions, which have a red button. */
  danger?: boolean;
};

export type ConfirmDialogProps = ConfirmQuestion & {
  open: boolean;
  busy?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
};

/** Asks for confirmation; the dialog itself has the focus, so that the question is read and Enter is harmless. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, question, explanation, alternative, danger = false, busy = false, onConfirm, onCancel } = props;
  const { t } = useLanguage();
  const chooseAlternative = () => {
    onCancel();
    alternative?.choose();
  };
  return (
    <Dialog
      open={open}
      onClose={onCancel}
      title={question}
      role="alertdialog"
      actions={
        <>
          <Button onClick={onCancel}>{props.cancelLabel ?? t("Cancel")}</Button>
          <Button look={danger ? "danger" : alternative ? undefined : "primary"} busy={busy} onClick={onConfirm}>
            {props.confirmLabel ?? t("Yes")}
          </Button>
          {alternative && (
            <Button look="primary" onClick={chooseAlternative}>
              {alternative.label}
            </Button>
          )}
        </>
      }
    >
      {explanation}
    </Dialog>
  );
}
