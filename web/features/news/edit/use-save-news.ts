import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { useNavigate } from "#web/ui/router/router.tsx";
import { messages } from "#contract/specified-messages.ts";
import { call, CallFailed, isRefusedFor } from "#web/lib/call.ts";
import { toast } from "#web/ui/feedback/toast.ts";
import { useUnsavedChanges } from "#web/ui/overlay/use-unsaved-changes.ts";
import { staffNewsItemQuery } from "#web/features/news/news-queries.ts";
import type { NewsBase } from "./news-form-values.ts";
import { bodyOf, changedFields, fieldOf, valuesOf, withFieldsOf } from "./news-form-values.ts";
import type { NewsFormHandle } from "./use-news-form.ts";
import { fillIn } from "./use-news-form.ts";

type Saving = {
  /** 0 adds. */
  id: number;
  form: NewsFormHandle;
  baseRef: { current: NewsBase };
  onStale: (message: string) => void;
  onSaved: () => void;
};

const unsaved = "Your changes to this news item aren’t saved yet.";

/** Saves, once a picture that is still being sent has arrived, and goes to the edit route of what was saved. */
export function useSaveNews({ id, form, baseRef, onStale, onSaved }: Saving) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const leaveWithoutAsking = useUnsavedChanges(form.formState.isDirty, unsaved);
  const running = useRef(false); // why: what is drawn lags behind a second press
  const upload = useRef<Promise<boolean>>(Promise.resolve(true));
  const { mutateAsync, isPending } = useMutation({
    mutationFn: async () => {
      if (!(await upload.current)) return undefined; // the picture field says why
      const sent = form.getValues();
      const { data } = await call("POST News/SaveItem", { body: bodyOf(id, baseRef.current.version, sent) });
      return { sent, saved: data };
    },
    onSuccess: (answer) => {
      if (!answer) return;
      client.setQueryData(staffNewsItemQuery(answer.saved.id).queryKey, answer.saved);
      const own = staffNewsItemQuery(answer.saved.id).queryKey.join();
      void client.invalidateQueries({
        predicate: ({ queryKey }) => queryKey[0] === "news" && queryKey.join() !== own,
      });
    },
  });

  const send = async () => {
    try {
      const answer = await mutateAsync();
      if (!answer) return;
      toast(messages.done.itemSaved);
      const stored = valuesOf(answer.saved);
      baseRef.current = { version: answer.saved.version, values: stored };
      // what was typed while it was being saved is not saved, and stays
      const typed = form.getValues();
      fillIn(form, stored, withFieldsOf(stored, changedFields(answer.sent, typed), typed));
      onSaved();
      if (id === answer.saved.id) return;
      leaveWithoutAsking();
      await navigate(`/admin/editnews/${answer.saved.id}`, { replace: true });
    } catch (error) {
      // told by a toast; what can be mended here is also said where it stays
      if (!(error instanceof CallFailed)) throw error;
      for (const { field, message } of error.errors) {
        const name = fieldOf(field);
        if (name) form.setError(name, { message });
      }
      if (isRefusedFor(error, "stale")) onStale(error.message);
    }
  };
  return {
    saving: isPending,
    save: async () => {
      if (running.current) return;
      running.current = true;
      await form
        .handleSubmit(send)()
        .finally(() => (running.current = false));
    },
    /** An upload begins: saving waits for it. */
    waitFor: (running: Promise<boolean>) => {
      upload.current = running;
    },
  };
}
