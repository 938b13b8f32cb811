import { useRef, useState } from "react";
import { useLocation, useNavigate } from "#web/ui/router/router.tsx";
import type { ItemWithCopies } from "#contract/catalogue.ts";
import { CallFailed, isRefusedFor } from "#web/lib/call.ts";
import { useUnsavedChanges } from "#web/ui/overlay/use-unsaved-changes.ts";
import { baseOf } from "./item-form-values.ts";
import { useAddCopies, useSaveItem } from "./item-mutations.ts";
import type { ItemForm } from "./use-item-form.ts";

type Saving = {
  form: ItemForm;
  item: ItemWithCopies | undefined;
  onSaved: () => void;
  /** Told the sentence that names who saved first. */
  onStale: (message: string) => void;
};

const unsaved = "Your changes to this item aren’t saved yet.";

/** Saves the form, with or without new copies, once the picture is there. A new item goes on as the saved one. */
export function useSaving({ form, item, onSaved, onStale }: Saving) {
  const navigate = useNavigate();
  const state: unknown = useLocation().state;
  const leaveWithoutAsking = useUnsavedChanges(form.dirty, unsaved);
  const { mutateAsync: save } = useSaveItem();
  const { mutateAsync: add } = useAddCopies();
  const [running, setRunning] = useState<"save" | "add">();
  const { waitForPicture, onUploading } = usePictureOnItsWay();

  const send = async (copies: number | undefined) => {
    if (!(await waitForPicture())) return;
    const values = form.check();
    if (!values) return;
    const asked = { id: item?.inventoryId, version: form.base.version, values };
    const { inventoryId, item: saved } = await (copies === undefined
      ? save(asked).then((kept) => ({ inventoryId: kept.inventoryId, item: kept }))
      : add({ ...asked, copies }));
    if (!item) {
      leaveWithoutAsking();
      await navigate(`/admin/item/${inventoryId}`, { replace: true, state });
      return;
    }
    if (saved) form.follow(baseOf(saved), values);
    onSaved();
  };
  const refuse = (error: unknown) => {
    if (!(error instanceof CallFailed)) throw error;
    // told by a toast; what can be mended here is also said where it stays
    if (!error.isRefusal) return;
    if (isRefusedFor(error, "stale")) onStale(error.message);
    else form.refuse(error);
  };
  const run = async (copies?: number) => {
    if (running) return;
    setRunning(copies === undefined ? "save" : "add");
    await send(copies)
      .catch(refuse)
      .finally(() => setRunning(undefined));
  };
  return { running, run, refuse, onUploading };
}

/** A save pressed while the picture is still being sent waits for it, and does not go on without it. */
function usePictureOnItsWay() {
  const onItsWay = useRef<Promise<boolean>>(undefined);
  return {
    onUploading: (running: Promise<boolean>) => {
      onItsWay.current = running;
      void running.then(() => {
        if (onItsWay.current === running) onItsWay.current = undefined;
      });
    },
    waitForPicture: async () => {
      const stored = (await onItsWay.current) ?? true;
      if (!stored) document.getElementById("attachmentId")?.focus();
      return stored;
    },
  };
}
