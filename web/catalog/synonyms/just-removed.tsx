import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "#web/lib/call.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { Undo2 } from "#web/ui/icons.tsx";
import { invalidateSearches } from "./edit-entry.tsx";
import { focusOn } from "#web/ui/accessibility.tsx";
import { Alert } from "#web/ui/feedback/notices.tsx";

export type Removed = { words: string; alsoTyped: string; broader: string };

export const justRemovedQuery = queryOptions<Removed | null>({
  queryKey: ["removed synonym entry"],
  queryFn: () => null,
  enabled: false,
  gcTime: 10 * 60_000, // ms; after that, the activity log still has its words
});

export function JustRemoved() {
  const client = useQueryClient();
  const { data: entry } = useQuery(justRemovedQuery);
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ words, alsoTyped, broader }: Removed) =>
      call("POST Synonyms/SaveEntry", { body: { entryId: 0, words, alsoTyped, broader } }),
    meta: { done: "Entry restored." },
    onSuccess: () => {
      focusOn(document.querySelector("main h1")); // the pressed button disappears
      client.setQueryData(justRemovedQuery.queryKey, null);
      invalidateSearches(client);
    },
  });
  if (!entry) return null;
  return (
    <Alert tone="success" title={`Removed: ${entry.words}`}>
      <Button
        size="small"
        icon={<Undo2 size={18} />}
        busy={isPending}
        aria-label={`Undo: removed ${entry.words}`}
        onClick={() => mutate(entry)}
      >
        Undo
      </Button>
    </Alert>
  );
}
