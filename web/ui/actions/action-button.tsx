import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ComponentProps, type ReactNode, useState } from "react";
import { Download, Undo2 } from "#web/ui/icons.tsx";
import { useConfirm } from "#web/ui/overlay/use-confirm.tsx";
import { Button } from "./button.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { CallFailed } from "#web/lib/call.ts";
import styles from "./action-button.module.css";
import { Stack } from "#web/ui/layout.tsx";
import { Alert } from "#web/ui/feedback/notices.tsx";
import type { ConfirmQuestion } from "#web/ui/overlay/dialog.tsx";
import { saveFile } from "#web/lib/files.ts";

type ActionButtonProps<Answer> = Omit<ComponentProps<typeof Button>, "onClick"> & {
  /** Runs on a press; the site shows why it failed. */
  action: () => Promise<Answer>;
  ask?: ConfirmQuestion | undefined;
  /** The subjects of queries to refetch, even after a refusal, which means that the data was out of date. */
  changes?: readonly string[] | "everything";
  onDone?: (answer: Answer) => unknown;
  /** The toast on success. */
  done?: string | ((answer: Answer) => string);
  /** Runs afterward, even after a failure; the button stays busy until it ends. */
  after?: () => unknown;
};

/** Makes a call when pressed, after asking `ask` if given. A dangerous one looks dangerous. */
export function ActionButton<Answer>(props: ActionButtonProps<Answer>) {
  const { action, ask, changes = [], onDone, done, after, busy = false, ...button } = props;
  const look = ask?.danger ? "risky" : button.look;
  const client = useQueryClient();
  const confirm = useConfirm();
  const { mutate, isPending } = useMutation({
    mutationFn: action,
    onSuccess: (answer) => {
      onDone?.(answer);
      if (done !== undefined) toast(typeof done === "string" ? done : done(answer));
    },
    onSettled: async () => {
      await client.invalidateQueries({
        predicate: ({ queryKey: [subject] }) =>
          changes === "everything" ? !unaffected.has(String(subject)) : changes.includes(String(subject)),
      });
      await after?.();
    },
  });
  const press = async () => {
    if (!ask || (await confirm(ask))) mutate();
  };
  return <Button {...button} look={look} busy={busy || isPending} onClick={() => void press()} />;
}

/** Undoes something, which its `aria-label` names. */
export function UndoButton<Answer>(props: Omit<ActionButtonProps<Answer>, "icon" | "size">) {
  return (
    <ActionButton size="small" icon={<Undo2 size={18} />} {...props}>
      {props.children ?? "Undo"}
    </ActionButton>
  );
}

type DialogButtonProps = Omit<ComponentProps<typeof Button>, "onClick"> & {
  dialog: (onClose: () => void) => ReactNode;
  startsOpen?: () => boolean;
};

/** Opens a dialog when pressed; the dialog starts over each time. */
export function DialogButton({ dialog, startsOpen = () => false, ...button }: DialogButtonProps) {
  const [isOpen, setOpen] = useState(startsOpen);
  return (
    <>
      <Button {...button} onClick={() => setOpen(true)} />
      {isOpen && dialog(() => setOpen(false))}
    </>
  );
}

type DownloadButtonProps = Omit<ComponentProps<typeof Button>, "busy" | "onClick"> & {
  file: () => Promise<Parameters<typeof saveFile>[0]>;
  /** The toast when the file is saved. */
  done: string;
};

const statusTexts = {
  idle: "",
  pending: "Preparing the file…",
  success: "",
  error: "The file couldn’t be downloaded. Please try again.",
};

export function DownloadButton({ file, done, icon = <Download size={18} />, ...button }: DownloadButtonProps) {
  const { mutate, status, error } = useMutation({ mutationFn: async () => saveFile(await file()), meta: { done } });
  return (
    <>
      <Button {...button} icon={icon} busy={status === "pending"} onClick={() => mutate()} />
      <output className={error ? styles.failed : styles.said}>
        {error instanceof CallFailed && error.isRefusal ? error.message : statusTexts[status]}
      </output>
    </>
  );
}

type ArchivedProps = {
  is: boolean;
  title: string;
  undo: string;
  action: () => Promise<unknown>;
  changes: readonly string[] | "everything";
  mayUndo?: boolean;
  children: ReactNode;
};

/** Says that something is archived, with a button to restore it. */
export function Archived({ is, title, undo, action, changes, mayUndo = true, children }: ArchivedProps) {
  return (
    <div aria-live="polite">
      {is && (
        <Alert title={title}>
          <Stack gap="tight">
            <p>{children}</p>
            {mayUndo && (
              <div>
                <UndoButton action={action} changes={changes}>
                  {undo}
                </UndoButton>
              </div>
            )}
          </Stack>
        </Alert>
      )}
    </div>
  );
}

/** Queries that no change to orders, copies, or titles affects. */
const unaffected = new Set(["scans", "returns", "photos", "site", "codes"]);

/** Returns a function that refetches everything a change to orders, copies, or titles may have affected. */
export function useRefresh(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ predicate: ({ queryKey: [subject] }) => !unaffected.has(String(subject)) });
}
