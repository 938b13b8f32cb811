import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { EditableContent } from "#contract/content.ts";
import type { SectionName, SiteContent } from "#contract/site/sections.ts";
import { forgetSiteContent } from "#web/features/content/site-queries.ts";
import { call } from "#web/lib/call.ts";
import { toast } from "#web/ui/feedback/toast.ts";
import { opened, type Values } from "#web/ui/form/form-state.ts";
import { useForm } from "#web/ui/form/use-form.ts";
import { useUploads } from "#web/ui/form/use-uploads.ts";
import { editableContentQuery, sectionHistoryQuery } from "./edit-queries.ts";
import { sectionForms } from "./section-forms.ts";
import { baseOf, contentWith, sectionProblems } from "./section-values.ts";

/** The form of one section. */
export function useSectionForm(section: SectionName, editable: EditableContent) {
  const client = useQueryClient();
  /** Caches the stored section and invalidates everything else. */
  const keep = (stored: EditableContent) => {
    client.setQueryData(editableContentQuery.queryKey, stored);
    void client.invalidateQueries({ queryKey: sectionHistoryQuery(section).queryKey });
    void forgetSiteContent(client);
    return baseOf(stored, section);
  };
  const uploads = useUploads();
  const form = useForm<Values>({
    names: sectionForms[section].fields.map(({ name }) => name),
    stored: baseOf(editable, section),
    uploads,
    check: (values) => sectionProblems(section, values),
    save: async (content, version) => {
      const { data } = await call("POST Site/SaveSection", { body: { section, version: version ?? 0, content } });
      toast("Saved. Visitors see it now.");
      return { stored: keep(data) };
    },
  });
  return {
    ...form,
    waitFor: uploads.waitFor,
    /** The content of the preview: the last that broke no rule. */
    shown: useShown(section, editable.content, form.values),
    reload: async () => keep(await client.query({ ...editableContentQuery, staleTime: 0 })),
    /** Discards what was typed. */
    startOver: (stored: EditableContent) => {
      const base = keep(stored);
      form.move(({ attempt }) => opened(base, attempt));
    },
  };
}

function useShown(section: SectionName, content: SiteContent, values: Values): SiteContent {
  const now = useMemo(() => contentWith(content, section, values), [content, section, values]);
  const [shown, setShown] = useState(now ?? content);
  if (now && now !== shown) setShown(now);
  return now ?? shown;
}
