import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { EditableContent } from "#contract/content.ts";
import type { SectionName } from "#contract/site/sections.ts";
import { forgetSiteContent } from "#web/features/content/site-queries.ts";
import { call, CallFailed, isRefusedFor } from "#web/lib/call.ts";
import { keptWork, useKeptWork, useReturnedWork } from "#web/lib/kept-work.ts";
import { toast } from "#web/ui/feedback/toast.ts";
import { useUnsavedChanges } from "#web/ui/overlay/use-unsaved-changes.ts";
import { editableContentQuery, sectionHistoryQuery } from "./edit-queries.ts";
import { checked, opened, reloaded, type ReturnedWork, type SectionState, typed } from "./section-state.ts";
import { isSame, type Values } from "./section-values.ts";

const work = keptWork<ReturnedWork>();
const unsaved = "Your changes to this section aren’t saved yet.";

/** The form of one section: what is typed, what is wrong with it, and how it is saved. */
export function useSectionForm(section: SectionName, editable: EditableContent) {
  const client = useQueryClient();
  const returned = useReturnedWork(work, section);
  const [state, setState] = useState(() => opened(section, editable, returned));
  const latest = useRef(state);
  const put = (next: SectionState) => {
    latest.current = next;
    setState(next);
  };
  const { base, values } = state;
  const isDirty = !isSame(base.values, values);
  useUnsavedChanges(isDirty, unsaved);
  useKeptWork(work, section, () => (isDirty ? { base, values } : undefined));
  const upload = useRef<Promise<boolean>>(Promise.resolve(true));
  const { mutateAsync, isPending } = useMutation({
    mutationFn: async () => {
      if (!(await upload.current)) return undefined; // the picture field says why
      const sent = latest.current;
      const body = { section, version: sent.base.version, content: sent.values };
      return { sent, stored: (await call("POST Site/SaveSection", { body })).data };
    },
  });
  /** What is stored now is known here, and everywhere else asked for anew. */
  const told = (stored: EditableContent) => {
    client.setQueryData(editableContentQuery.queryKey, stored);
    void client.invalidateQueries({ queryKey: sectionHistoryQuery(section).queryKey });
    void forgetSiteContent(client);
  };
  const startOver = (stored: EditableContent) => {
    told(stored);
    put(opened(section, stored));
  };

  const save = async () => {
    const now = checked(latest.current);
    put(now);
    if (now.problems.length > 0 || isPending) return;
    try {
      const answer = await mutateAsync();
      if (!answer) return;
      const { sent, stored } = answer;
      told(stored);
      // what was typed while it was being saved is not saved, and stays
      put({ ...reloaded(standingOn(latest.current, sent.values), stored), attempt: 0, theirs: undefined });
      toast("Saved. Visitors see it now.");
    } catch (error) {
      // told by a toast; what can be mended here is also said where it stays
      if (!(error instanceof CallFailed)) throw error;
      const stale = isRefusedFor(error, "stale") ? error.message : undefined;
      put({ ...latest.current, problems: error.errors, stale });
    }
  };
  return {
    ...state,
    isDirty,
    isReturned: returned !== undefined && isDirty,
    saving: isPending,
    change: (update: (now: Values) => Values) => put(typed(latest.current, update(latest.current.values))),
    save,
    reload: async () => {
      const stored = await client.query({ ...editableContentQuery, staleTime: 0 });
      told(stored);
      put(reloaded(latest.current, stored));
    },
    /** What is typed is given up for what is stored. */
    startOver,
    /** An upload begins: saving waits for it. */
    waitFor: (running: Promise<boolean>) => {
      upload.current = running;
    },
  };
}

const standingOn = (state: SectionState, values: Values): SectionState => ({
  ...state,
  base: { ...state.base, values },
});
