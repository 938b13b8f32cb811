import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Calendar } from "#contract/schools/calendars.ts";
import { call } from "#web/lib/call.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { Trash } from "#web/ui/icons.tsx";
import { useConfirm } from "#web/ui/overlay/use-confirm.tsx";
import { useNavigate } from "#web/ui/router/router.tsx";
import { calendarFilters, calendarQuery, districtInWords } from "./calendar-queries.ts";

/** Removes a calendar after a question; the audit keeps its days. */
export function RemoveCalendar({ calendar: { calendarId, version, district } }: { calendar: Calendar }) {
  const client = useQueryClient();
  const confirm = useConfirm();
  const navigate = useNavigate();
  const { mutate, isPending } = useMutation({
    mutationFn: async () =>
      call("POST Calendars/RemoveCalendar/{id}", { params: { id: calendarId }, body: { version } }),
    meta: { done: "Calendar removed. The audit keeps its days." },
    onSuccess: () => {
      void navigate(calendarFilters.path, { replace: true });
      client.removeQueries({ queryKey: calendarQuery(calendarId).queryKey });
    },
    onSettled: () => client.invalidateQueries({ queryKey: ["calendars"] }),
  });
  const ask = async () => {
    const explanation = <p>Later due days no longer follow it. Those that were mailed stay.</p>;
    const question = `Remove the calendar of ${district === "" ? "all other districts" : districtInWords(district)}?`;
    if (await confirm({ question, explanation, danger: true, confirmLabel: "Remove" })) mutate();
  };
  return (
    <Button look="quiet" busy={isPending} icon={<Trash size={18} />} onClick={() => void ask()}>
      Remove
    </Button>
  );
}
