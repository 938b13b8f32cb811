import { useLanguage } from "#web/language/use-language.ts";
import { X } from "#web/ui/first-icons.tsx";
import { type ReactNode, type RefObject, type SyntheticEvent, useEffect, useId, useRef } from "react";
import { IconButton } from "#web/ui/actions/button.tsx";
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
   * The initial focus; by default the dialog itself, all of which is heard then, as a question should be. Of one with fields, or
   * with much to read, it is the title.
   */
  initialFocus?: RefObject<HTMLElement | null> | "title";
  /** A press outside does not close it: something was typed in it. */
  holds?: boolean;
};

/** The native modal dialog: labeled by its title, traps the focus and restores it. */
export function Dialog({ open, ...rest }: DialogProps) {
  return open ? <OpenDialog {...rest} /> : null;
}

/** Scrollable content must be focusable where the browser does not do it, and have a name; other content should not be. */
function reachWhatScrolls(body: HTMLElement, titleId: string): ResizeObserver {
  const stop = { tabindex: "0", role: "region", "aria-labelledby": titleId };
  const look = () => {
    const scrolls = body.scrollHeight > body.clientHeight;
    for (const [name, value] of Object.entries(stop)) {
      if (scrolls) body.setAttribute(name, value);
      else body.removeAttribute(name);
    }
  };
  look();
  const observer = new ResizeObserver(look); // its content may load later
  observer.observe(body);
  return observer;
}

function OpenDialog(props: Omit<DialogProps, "open">) {
  const { onClose, title, children, actions, width, role, initialFocus, holds } = props;
  const box = useRef<HTMLDialogElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const head = useRef<HTMLHeadingElement>(null);
  const { t } = useLanguage();
  const titleId = useId();
  const bodyId = useId();

  useEffect(() => {
    const dialog = box.current;
    const before = document.activeElement;
    dialog?.showModal();
    const reached = content.current && reachWhatScrolls(content.current, titleId);
    const field = initialFocus === "title" ? undefined : initialFocus;
    (initialFocus ? head.current : dialog)?.focus();
    // from there, and not at once: a field that has the focus by the time that Orca misses the page around the dialog is silent
    const goOn = () => document.activeElement === head.current && field?.current?.focus();
    const timer = setTimeout(goOn, 250);
    const type = ({ key }: KeyboardEvent) => key.length === 1 && goOn(); // who types at once means the field
    dialog?.addEventListener("keydown", type);
    return () => {
      clearTimeout(timer);
      dialog?.removeEventListener("keydown", type);
      reached?.disconnect();
      dialog?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [initialFocus, titleId]);

  useEffect(() => {
    // the backdrop only takes presses; Escape is its key
    const dialog = box.current;
    const press = (event: MouseEvent) => event.target === dialog && !holds && onClose();
    document.addEventListener("click", press); // on the dialog, what is in it would be “clickable” to a screen reader
    return () => document.removeEventListener("click", press);
  }, [onClose, holds]);

  const cancel = (event: SyntheticEvent) => {
    if (event.target !== box.current) return; // of a file picker inside
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
