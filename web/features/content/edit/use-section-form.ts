import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { EditableContent } from "#contract/content.ts";
import type { SectionName, SiteContent } from "#contract/site/sections.ts";
import type { FieldError } from "#contract/wire/endpoint.ts";
import { forgetSiteContent } from "#web/features/content/site-queries.ts";
import { call, CallFailed } from "#web/lib/call.ts";
import { toast } from "#web/ui/feedback/toast.ts";
import { useUnsavedChanges } from "#web/ui/overlay/use-unsaved-changes.ts";
import { editableContentQuery, sectionHistoryQuery } from "./edit-queries.ts";
import type { Values } from "./section-values.ts";
import { changedFields, contentWith, isSame, isStaleRefusal, sectionProblems } from "./section-values.ts";

/** What a form stands on: a version of its section, and what it says. */
type Base = { version: number; values: Values };

const unsaved = "What you changed in this section is not saved yet.";

const baseOf = ({ content, revisions }: EditableContent, section: SectionName): Base => ({
  version: revisions[section]?.version ?? 0,
  values: content[section],
});

/** The form of one section: what is typed, what is wrong with it, and how it is saved. */
export function useSectionForm(section: SectionName, editable: EditableContent) {
  const client = useQueryClient();
  const [base, setBase] = useState(() => baseOf(editable, section));
  const [values, setValues] = useState<Values>(base.values);
  const [shown, setShown] = useState<SiteContent>(editable.content);
  const [problems, setProblems] = useState<readonly FieldError[]>([]);
  const [attempt, setAttempt] = useState(0);
  const [stale, setStale] = useState<string>();
  const [theirs, setTheirs] = useState<Values>();
  const upload = useRef<Promise<boolean>>(Promise.resolve(true));
  const isDirty = !isSame(base.values, values);
  useUnsavedChanges(isDirty, unsaved);

  const change = (next: Values) => {
    setValues(next);
    setShown((before) => contentWith(editable.content, section, next) ?? before);
    if (attempt > 0) setProblems(sectionProblems(section, next));
  };
  /** Stands on what is stored now; `mine` is what stays in the form. */
  const standOn = (stored: EditableContent, mine: Values) => {
    client.setQueryData(editableContentQuery.queryKey, stored);
    void client.invalidateQueries({ queryKey: sectionHistoryQuery(section).queryKey });
    const now = baseOf(stored, section);
    setBase(now);
    setValues({ ...now.values, ...mine });
    setShown((before) => contentWith(stored.content, section, { ...now.values, ...mine }) ?? before);
    setStale(undefined);
  };
  const { mutateAsync, isPending } = useMutation({
    mutationFn: async (sent: Values) => {
      if (!(await upload.current)) return undefined; // the picture field says why
      return (await call("POST Site/SaveSection", { body: { section, version: base.version, content: sent } })).data;
    },
    onSuccess: (stored) => stored && forgetSiteContent(client),
  });

  const save = async () => {
    const found = sectionProblems(section, values);
    setProblems(found);
    setAttempt(attempt + 1);
    if (found.length > 0 || isPending) return;
    try {
      const stored = await mutateAsync(values);
      if (!stored) return;
      standOn(stored, {});
      setTheirs(undefined);
      setAttempt(0);
      toast("Saved. Visitors see it now.");
    } catch (error) {
      // told by a toast; what can be mended here is also said where it stays
      if (!(error instanceof CallFailed)) throw error;
      setProblems(error.errors);
      if (error.isRefusal && isStaleRefusal(error.message)) setStale(error.message);
    }
  };
  const reload = async () => {
    const fresh = await client.fetchQuery({ ...editableContentQuery, staleTime: 0 });
    const mine = changedFields(base.values, values);
    const now = baseOf(fresh, section).values;
    const both = changedFields(base.values, now).filter((field) => mine.includes(field));
    setTheirs(Object.fromEntries(both.map((field) => [field, now[field]])));
    standOn(fresh, Object.fromEntries(mine.map((field) => [field, values[field]])));
  };
  return {
    values,
    version: base.version,
    isDirty,
    shown,
    problems,
    attempt,
    saving: isPending,
    stale,
    theirs,
    change,
    save,
    reload,
    /** What is typed is given up for what is stored. */
    startOver: (stored: EditableContent) => {
      standOn(stored, {});
      setProblems([]);
      setAttempt(0);
      setTheirs(undefined);
    },
    /** An upload begins: saving waits for it. */
    waitFor: (running: Promise<boolean>) => {
      upload.current = running;
    },
  };
}
