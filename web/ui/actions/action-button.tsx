import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { toast } from "#web/ui/feedback/toast.ts";
import { Undo2 } from "#web/ui/icons.tsx";
import type { ConfirmQuestion } from "#web/ui/overlay/confirm-dialog.tsx";
import { useConfirm } from "#web/ui/overlay/use-confirm.tsx";
import { Button } from "./button.tsx";

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

/** A button that makes a call, after asking `ask` if given. */
export function ActionButton<Answer>(props: ActionButtonProps<Answer>) {
  const { action, ask, changes = [], onDone, done, after, busy = false, ...button } = props;
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
          changes === "everything" ? subject !== "site" && subject !== "codes" : changes.includes(String(subject)),
      });
      await after?.();
    },
  });
  const press = async () => {
    if (!ask || (await confirm(ask))) mutate();
  };
  return <Button {...button} busy={busy || isPending} onClick={() => void press()} />;
}

/** A small Undo button; its `aria-label` names what it undoes. */
export function UndoButton<Answer>(props: Omit<ActionButtonProps<Answer>, "icon" | "size">) {
  return (
    <ActionButton size="small" icon={<Undo2 size={18} />} {...props}>
      {props.children ?? "Undo"}
    </ActionButton>
  );
}
