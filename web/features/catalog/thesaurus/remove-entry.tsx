import type { ThesaurusEntry } from "#contract/staff/thesaurus.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#web/lib/call.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { Trash } from "#web/ui/icons.tsx";
import { useConfirm } from "#web/ui/overlay/use-confirm.tsx";
import { useNavigate } from "#web/ui/router/router.tsx";
import { justRemovedQuery, type Removed } from "./just-removed.tsx";
import { forgetSearches } from "./edit-entry.tsx";
import { thesaurusEntryQuery, thesaurus } from "./thesaurus-queries.ts";

/** Removes an entry after a question; the list then offers to take that back. */
export function RemoveEntry({ entry: { entryId, version, words, alsoTyped, broader } }: { entry: ThesaurusEntry }) {
  const client = useQueryClient();
  const confirm = useConfirm();
  const navigate = useNavigate();
  const { mutate, isPending } = useMutation({
    mutationFn: async () => call("POST Thesaurus/RemoveEntry/{id}", { params: { id: entryId }, body: { version } }),
    meta: { done: "Entry removed." },
    onSuccess: () => {
      const removed: Removed = { words, alsoTyped, broader };
      client.setQueryData(justRemovedQuery.queryKey, removed);
      void navigate(thesaurus.path, { replace: true });
      client.removeQueries({ queryKey: thesaurusEntryQuery(entryId).queryKey });
      forgetSearches(client);
    },
    onError: () => client.invalidateQueries({ queryKey: ["thesaurus"] }),
  });
  const ask = async () => {
    const explanation = <p>Searches for these words find only what titles say: {words}.</p>;
    const question = { question: "Remove this entry?", explanation, danger: true, confirmLabel: "Remove" };
    if (await confirm(question)) mutate();
  };
  return (
    <Button look="quiet" busy={isPending} icon={<Trash size={18} />} onClick={() => void ask()}>
      Remove
    </Button>
  );
}
