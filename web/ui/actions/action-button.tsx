import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import type { ConfirmQuestion } from "#web/ui/overlay/confirm-dialog.tsx";
import { useConfirm } from "#web/ui/overlay/use-confirm.tsx";
import { Button } from "./button.tsx";

type ActionButtonProps = Omit<ComponentProps<typeof Button>, "onClick"> & {
  action: () => Promise<unknown>;
  /** The subjects of queries that are read again, after a refusal too: it is not as it was shown. */
  changes: readonly string[] | "everything";
  /** Said on success. */
  done?: string;
  ask?: ConfirmQuestion | undefined;
};

/** A button that changes something by a call, after a question if there is one. */
export function ActionButton({ action, changes, done, ask, busy = false, ...button }: ActionButtonProps) {
  const client = useQueryClient();
  const confirm = useConfirm();
  const { mutate, isPending } = useMutation({
    mutationFn: action,
    ...(done !== undefined && { meta: { done } }),
    onSettled: () =>
      client.invalidateQueries({
        predicate: ({ queryKey: [subject] }) =>
          changes === "everything" ? subject !== "site" && subject !== "codes" : changes.includes(String(subject)),
      }),
  });
  const press = async () => {
    if (!ask || (await confirm(ask))) mutate();
  };
  return <Button {...button} busy={busy || isPending} onClick={() => void press()} />;
}
